import type { Choice, Control, ControlState } from '../control-panel.ts';
import { namedChoices } from './choices.ts';
import { isSet } from './conditions.ts';
import { controlText } from './control-text.ts';
import { isInteger, isNumber } from './validators.ts';

const SHIFTS = ['1 day', '1 week', '28 days', '30 days', '52 weeks', '1 year', '104 weeks', '2 years', '156 weeks', '3 years'];
const SEASONS: readonly Choice[] = namedChoices('seasonality', [true, false]);
const hasWindow = ({ formData }: ControlState) => Boolean(formData['rolling_type']) && formData['rolling_type'] !== 'None' && formData['rolling_type'] !== 'cumsum';
const season = (name: string): Control => ({ ...controlText(name), type: 'select', default: null, choices: SEASONS });

/** Controls of the sections about time: windows, comparison, resampling, forecast. */
export const timeControls = {
  rolling_type: {
    ...controlText('rolling_type', true),
    type: 'select',
    default: null,
    choices: namedChoices('rolling-type', ['mean', 'sum', 'std', 'cumsum']),
  },
  rolling_periods: { ...controlText('rolling_periods', true), type: 'number', validate: isInteger, visible: hasWindow },
  min_periods: { ...controlText('min_periods', true), type: 'number', validate: isInteger, visible: hasWindow },
  time_compare: {
    ...controlText('time_compare', true),
    type: 'select',
    multiple: true,
    freeForm: true,
    choices: SHIFTS.map((shift) => ({ value: `${shift} ago`, label: `%choice.time-shift.${shift.replace(' ', '-')}%` })),
  },
  comparison_type: {
    ...controlText('comparison_type', true),
    type: 'select',
    default: 'values',
    clearable: false,
    choices: namedChoices('comparison-type', ['values', 'difference', 'percentage', 'ratio']),
  },
  time_shift_color: { ...controlText('time_shift_color'), type: 'checkbox', default: true, renderTrigger: true, visible: isSet('time_compare') },
  resample_rule: {
    ...controlText('resample_rule'),
    type: 'select',
    default: null,
    freeForm: true,
    choices: namedChoices('resample-rule', ['1T', '1H', '1D', '7D', '1MS', '1M', '1AS', '1A']),
  },
  resample_method: {
    ...controlText('resample_method'),
    type: 'select',
    default: null,
    choices: namedChoices('resample-method', ['asfreq', 'zerofill', 'linear', 'ffill', 'bfill', 'median', 'mean', 'sum']),
  },
  forecastEnabled: { ...controlText('forecastEnabled'), type: 'checkbox', default: false },
  forecastPeriods: { ...controlText('forecastPeriods'), type: 'text', default: 10, validate: isInteger },
  forecastInterval: { ...controlText('forecastInterval'), type: 'text', default: 0.8, validate: isNumber },
  forecastSeasonalityYearly: season('forecastSeasonalityYearly'),
  forecastSeasonalityWeekly: season('forecastSeasonalityWeekly'),
  forecastSeasonalityDaily: season('forecastSeasonalityDaily'),
} as const satisfies Readonly<Record<string, Control>>;
