import { isSet, namedChoices } from '@orrery/sdk/viz';
import type { Control, ControlPanel, NamedControl } from '@orrery/sdk/viz';

const own = (name: string, control: Omit<Control, 'label'>): NamedControl => ({ name, control: { label: `%control.${name}.label%`, renderTrigger: true, ...control } });

/** Controls of the pie chart. */
export const pieControls: ControlPanel = {
  sections: [
    {
      id: 'query',
      label: '%section.query%',
      tab: 'data',
      expanded: true,
      rows: [['groupby'], ['metric'], ['adhoc_filters'], ['row_limit'], ['sort_by_metric']],
    },
    {
      id: 'chart-options',
      label: '%section.chart-options%',
      tab: 'customize',
      expanded: true,
      rows: [
        ['color_scheme'],
        [own('show_labels_threshold', { type: 'number', default: 5, min: 0, max: 100 })],
        [own('threshold_for_other', { type: 'number', default: 0, min: 0, max: 100, step: 0.5 })],
        [own('roseType', { type: 'select', default: null, choices: namedChoices('rose-type', ['area', 'radius']) })],
        ['show_legend'],
        ['legendType'],
        ['legendOrientation'],
        [own('label_type', { type: 'select', default: 'key', clearable: false, choices: namedChoices('label-type', ['key', 'value', 'percent', 'key_value', 'key_percent', 'key_value_percent', 'value_percent', 'template']) })],
        [own('label_template', { type: 'text', default: '', visible: ({ formData }) => formData['label_type'] === 'template' })],
        ['number_format'],
        ['currency_format'],
        ['date_format'],
        ['show_labels'],
        [own('labels_outside', { type: 'checkbox', default: true, visible: isSet('show_labels') })],
        [own('label_line', { type: 'checkbox', default: false, visible: isSet('show_labels') })],
        [own('show_total', { type: 'checkbox', default: false })],
        [own('outerRadius', { type: 'slider', default: 70, min: 10, max: 100, step: 1 })],
        [own('donut', { type: 'checkbox', default: false })],
        [own('innerRadius', { type: 'slider', default: 30, min: 0, max: 100, step: 1, visible: isSet('donut') })],
      ],
    },
  ],
};
