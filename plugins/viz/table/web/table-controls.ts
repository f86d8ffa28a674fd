import type { FormData } from '@orrery/sdk';
import { namedChoices, sharedControls, TIME_FORMATS } from '@orrery/sdk/viz';
import type { Control, ControlPanel, ControlState, NamedControl } from '@orrery/sdk/viz';
import { isRawMode } from './table-query.ts';

const own = (name: string, control: Omit<Control, 'label'>): NamedControl => ({ name, control: { label: `%control.${name}.label%`, ...control } });
const variant = (name: keyof typeof sharedControls, change: Partial<Control>): NamedControl => ({ name, control: { ...sharedControls[name], ...change } });
const isRaw = ({ formData }: ControlState): boolean => isRawMode(formData);
const isAggregate = (state: ControlState): boolean => !isRaw(state);
const isPaged = ({ formData }: ControlState): boolean => formData['server_pagination'] === true;
const sizes = (values: readonly number[]) => values.map((value) => ({ value, label: String(value) }));

/** Controls of the table. */
export const tableControls: ControlPanel = {
  onSwitch: (formData: FormData) => ({ ...formData, query_mode: 'aggregate' }),
  sections: [
    {
      id: 'query',
      label: '%section.query%',
      tab: 'data',
      expanded: true,
      rows: [
        ['query_mode'],
        [variant('groupby', { visible: isAggregate })],
        [variant('time_grain_sqla', { visible: isAggregate })],
        ['temporal_columns_lookup'],
        [variant('metrics', { visible: isAggregate, required: false, validate: undefined })],
        [variant('all_columns', { visible: isRaw })],
        [variant('percent_metrics', { visible: isAggregate })],
        ['adhoc_filters'],
        [variant('timeseries_limit_metric', { visible: isAggregate })],
        [variant('order_by_cols', { visible: isRaw })],
        [variant('order_desc', { visible: isAggregate })],
        [own('server_pagination', { type: 'checkbox', default: false })],
        [own('server_page_length', { type: 'select', default: 10, freeForm: true, choices: sizes([10, 20, 50, 100, 200]), visible: isPaged })],
        [variant('row_limit', { default: 1000 })],
        [own('percent_metric_calculation', { type: 'select', default: 'row_limit', clearable: false, choices: namedChoices('percent-metric-calculation', ['row_limit', 'all_records']), visible: isAggregate })],
        [variant('show_totals', { visible: isAggregate })],
      ],
    },
    {
      id: 'options',
      label: '%section.options%',
      tab: 'customize',
      expanded: true,
      rows: [
        [own('table_timestamp_format', { type: 'select', default: 'smart_date', freeForm: true, clearable: false, choices: TIME_FORMATS, renderTrigger: true })],
        [own('page_length', { type: 'select', default: null, freeForm: true, choices: [{ value: 0, label: '%choice.page-length.all%' }, ...sizes([10, 20, 50, 100, 200])], renderTrigger: true, visible: (state) => !isPaged(state) })],
        [own('include_search', { type: 'checkbox', default: false, renderTrigger: true })],
        ['column_config'],
      ],
    },
    {
      id: 'visual-formatting',
      label: '%section.visual-formatting%',
      tab: 'customize',
      expanded: true,
      rows: [
        [own('show_cell_bars', { type: 'checkbox', default: true, renderTrigger: true })],
        [own('align_pn', { type: 'checkbox', default: false, renderTrigger: true })],
        [own('color_pn', { type: 'checkbox', default: true, renderTrigger: true })],
        ['conditional_formatting'],
      ],
    },
  ],
};
