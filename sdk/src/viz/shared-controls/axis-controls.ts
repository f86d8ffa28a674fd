import type { Control, ControlState } from '../control-panel.ts';
import { namedChoices, NUMBER_FORMATS, TIME_FORMATS, TITLE_MARGINS } from './choices.ts';
import { isSet, isTemporalAxis } from './conditions.ts';
import { controlText } from './control-text.ts';

const PERCENT_FORMATS = NUMBER_FORMATS.filter(({ value }) => String(value).endsWith('%'));
const numberFormats = ({ formData }: ControlState) =>
  formData['comparison_type'] === 'percentage' && isSet('time_compare')({ formData }) ? PERCENT_FORMATS : NUMBER_FORMATS;
const draws = { renderTrigger: true } as const;
const checkbox = (name: string, value: boolean, visible?: Control['visible']): Control => ({
  ...controlText(name),
  ...draws,
  type: 'checkbox',
  default: value,
  visible,
});
const title = (name: string): Control => ({ ...controlText(name), ...draws, type: 'text', default: '' });
const margin = (name: string, value: number): Control => ({
  ...controlText(name),
  ...draws,
  type: 'select',
  default: value,
  freeForm: true,
  choices: TITLE_MARGINS,
});

/** Controls of axes: titles, formats, bounds, ticks. */
export const axisControls = {
  x_axis_title: title('x_axis_title'),
  x_axis_title_margin: margin('x_axis_title_margin', 15),
  y_axis_title: title('y_axis_title'),
  y_axis_title_margin: margin('y_axis_title_margin', 30),
  y_axis_title_position: {
    ...controlText('y_axis_title_position'),
    ...draws,
    type: 'select',
    default: 'Left',
    clearable: false,
    choices: namedChoices('title-position', ['Left', 'Top']),
  },
  x_axis_label: title('x_axis_label'),
  y_axis_label: title('y_axis_label'),
  x_axis_time_format: {
    ...controlText('x_axis_time_format'),
    ...draws,
    type: 'select',
    default: 'smart_date',
    freeForm: true,
    choices: TIME_FORMATS,
    visible: isTemporalAxis,
  },
  x_axis_format: { ...controlText('x_axis_format'), ...draws, type: 'select', default: 'SMART_NUMBER', freeForm: true, choices: NUMBER_FORMATS },
  y_axis_format: { ...controlText('y_axis_format'), ...draws, type: 'select', default: 'SMART_NUMBER', freeForm: true, choices: numberFormats },
  xAxisLabelRotation: {
    ...controlText('xAxisLabelRotation'),
    ...draws,
    type: 'select',
    default: 0,
    freeForm: true,
    clearable: false,
    choices: [0, 45, 90].map((value) => ({ value, label: `${value}°` })),
  },
  xAxisLabelInterval: {
    ...controlText('xAxisLabelInterval'),
    ...draws,
    type: 'select',
    default: 'auto',
    clearable: false,
    choices: namedChoices('label-interval', ['auto', '0']),
  },
  truncateXAxis: checkbox('truncateXAxis', true),
  xAxisBounds: { ...controlText('xAxisBounds'), ...draws, type: 'bounds', default: [null, null], visible: isSet('truncateXAxis') },
  truncateYAxis: checkbox('truncateYAxis', false),
  y_axis_bounds: { ...controlText('y_axis_bounds', true), ...draws, type: 'bounds', default: [null, null], visible: isSet('truncateYAxis') },
  logAxis: checkbox('logAxis', false),
  minorTicks: checkbox('minorTicks', false),
  minorSplitLine: checkbox('minorSplitLine', false),
  zoomable: checkbox('zoomable', false),
  force_max_interval: checkbox('force_max_interval', false, isSet('time_grain_sqla')),
} as const satisfies Readonly<Record<string, Control>>;
