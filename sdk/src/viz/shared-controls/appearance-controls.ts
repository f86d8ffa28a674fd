import type { Control } from '../control-panel.ts';
import { namedChoices, NUMBER_FORMATS, SMALL_FONT_SIZES, LARGE_FONT_SIZES, TIME_FORMATS } from './choices.ts';
import { every, isEqual, isSet } from './conditions.ts';
import { controlText } from './control-text.ts';
import { isInteger, isNumber } from './validators.ts';

const draws = { renderTrigger: true } as const;
const checkbox = (name: string, value: boolean, visible?: Control['visible']): Control => ({
  ...controlText(name),
  ...draws,
  type: 'checkbox',
  default: value,
  visible,
});
const hasLegend = isSet('show_legend');
const isRich = isSet('rich_tooltip');

/** Controls of colours, legend, labels, tooltip and formats; all redraw from the data at hand. */
export const appearanceControls = {
  color_scheme: { ...controlText('color_scheme'), ...draws, type: 'color-scheme', default: 'supersetColors', clearable: false },
  linear_color_scheme: { ...controlText('linear_color_scheme'), ...draws, type: 'color-scheme', default: 'superset_seq_1', clearable: false },
  color_picker: { ...controlText('color_picker'), ...draws, type: 'color', default: { r: 0, g: 122, b: 135, a: 1 } },
  number_format: { ...controlText('number_format'), ...draws, type: 'select', default: 'SMART_NUMBER', freeForm: true, choices: NUMBER_FORMATS },
  date_format: { ...controlText('date_format'), ...draws, type: 'select', default: 'smart_date', freeForm: true, choices: TIME_FORMATS },
  currency_format: { ...controlText('currency_format'), ...draws, type: 'currency' },
  conditional_formatting: { ...controlText('conditional_formatting'), ...draws, type: 'conditional-formatting' },
  column_config: { ...controlText('column_config', true), ...draws, type: 'column-config' },
  show_legend: checkbox('show_legend', true),
  legendType: {
    ...controlText('legendType'),
    ...draws,
    type: 'select',
    default: 'scroll',
    clearable: false,
    choices: namedChoices('legend-type', ['scroll', 'plain']),
    visible: hasLegend,
  },
  legendOrientation: {
    ...controlText('legendOrientation'),
    ...draws,
    type: 'select',
    default: 'top',
    clearable: false,
    choices: namedChoices('side', ['top', 'bottom', 'left', 'right']),
    visible: hasLegend,
  },
  legendMargin: { ...controlText('legendMargin'), ...draws, type: 'number', default: null, validate: isInteger, visible: hasLegend },
  legendSort: {
    ...controlText('legendSort'),
    ...draws,
    type: 'select',
    default: null,
    choices: namedChoices('legend-sort', ['asc', 'desc']),
    visible: hasLegend,
  },
  show_value: checkbox('show_value', false),
  show_labels: checkbox('show_labels', true),
  stack: { ...controlText('stack'), ...draws, type: 'select', default: null, choices: namedChoices('stack', ['Stack', 'Stream']) },
  only_total: checkbox('only_total', true, every(isSet('show_value'), isSet('stack'))),
  percentage_threshold: {
    ...controlText('percentage_threshold', true),
    ...draws,
    type: 'number',
    default: 0,
    validate: isNumber,
    visible: every(isSet('show_value'), isSet('stack'), isEqual('only_total', false)),
  },
  area: checkbox('area', false),
  opacity: { ...controlText('opacity'), ...draws, type: 'slider', default: 0.2, min: 0, max: 1, step: 0.1, visible: isSet('area') },
  markerEnabled: checkbox('markerEnabled', false),
  markerSize: { ...controlText('markerSize'), ...draws, type: 'slider', default: 6, min: 0, max: 20, step: 1, visible: isSet('markerEnabled') },
  sort_series_type: {
    ...controlText('sort_series_type'),
    ...draws,
    type: 'select',
    default: 'sum',
    clearable: false,
    choices: namedChoices('sort-series', ['name', 'sum', 'min', 'max', 'avg']),
  },
  sort_series_ascending: checkbox('sort_series_ascending', false),
  rich_tooltip: checkbox('rich_tooltip', true),
  showTooltipTotal: checkbox('showTooltipTotal', true, isRich),
  showTooltipPercentage: checkbox('showTooltipPercentage', false, every(isRich, (state) => !state.formData['contributionMode'])),
  tooltipSortByMetric: checkbox('tooltipSortByMetric', false, isRich),
  tooltipTimeFormat: {
    ...controlText('tooltipTimeFormat'),
    ...draws,
    type: 'select',
    default: 'smart_date',
    freeForm: true,
    clearable: false,
    choices: TIME_FORMATS,
  },
  header_font_size: { ...controlText('header_font_size'), ...draws, type: 'select', default: 0.4, clearable: false, choices: LARGE_FONT_SIZES },
  subtitle: { ...controlText('subtitle'), ...draws, type: 'text' },
  subtitle_font_size: { ...controlText('subtitle_font_size'), ...draws, type: 'select', default: 0.15, clearable: false, choices: SMALL_FONT_SIZES },
  show_metric_name: checkbox('show_metric_name', false),
  metric_name_font_size: {
    ...controlText('metric_name_font_size'),
    ...draws,
    type: 'select',
    default: 0.15,
    clearable: false,
    choices: SMALL_FONT_SIZES,
    visible: isSet('show_metric_name'),
  },
  time_format: { ...controlText('date_format'), ...draws, type: 'select', default: 'smart_date', freeForm: true, choices: TIME_FORMATS },
  force_timestamp_formatting: checkbox('force_timestamp_formatting', false),
} as const satisfies Readonly<Record<string, Control>>;
