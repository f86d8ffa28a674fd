import type { Choice } from '../control-panel.ts';

/** Choices whose value is also their label. @public */
export function plainChoices(values: readonly (string | number)[]): readonly Choice[] {
  return values.map((value) => ({ value, label: String(value) }));
}

/** Choices with texts of Explore's catalogue: `choice.<group>.<value>`. @public */
export function namedChoices(group: string, values: readonly (string | number | boolean | null)[]): readonly Choice[] {
  return values.map((value) => ({ value, label: `%choice.${group}.${String(value)}%` }));
}

const SAMPLES: Readonly<Record<string, string>> = {
  ',d': '12,345',
  '.1s': '10k',
  '.3s': '12.3k',
  ',.1%': '1,234,543.2%',
  '.2%': '1234543.20%',
  '.3%': '1234543.200%',
  '.4r': '12350',
  ',.1f': '12,345.4',
  ',.2f': '12,345.43',
  ',.3f': '12,345.432',
  '+,': '+12,345.432',
  '$,.2f': '$12,345.43',
};
const UNITS = ['DURATION', 'DURATION_SUB', 'DURATION_COL', 'MEMORY_DECIMAL', 'MEMORY_BINARY', 'MEMORY_TRANSFER_RATE_DECIMAL', 'MEMORY_TRANSFER_RATE_BINARY'];

/** Number formats offered by Explore; any d3 format may be typed beside them (VQ-19). @public */
export const NUMBER_FORMATS: readonly Choice[] = [
  ...namedChoices('number-format', ['SMART_NUMBER', '~g']),
  ...Object.entries(SAMPLES).map(([value, sample]) => ({ value, label: `${value} (12345.432 → ${sample})` })),
  ...namedChoices('number-format', UNITS),
];

/** @public */
export const TIME_FORMATS: readonly Choice[] = [
  ...namedChoices('time-format', ['smart_date']),
  { value: '%d/%m/%Y', label: '%d/%m/%Y | 14/01/2019' },
  { value: '%m/%d/%Y', label: '%m/%d/%Y | 01/14/2019' },
  { value: '%d.%m.%Y', label: '%d.%m.%Y | 14.01.2019' },
  { value: '%Y-%m-%d', label: '%Y-%m-%d | 2019-01-14' },
  { value: '%Y-%m-%d %H:%M:%S', label: '%Y-%m-%d %H:%M:%S | 2019-01-14 01:32:10' },
  { value: '%d-%m-%Y %H:%M:%S', label: '%d-%m-%Y %H:%M:%S | 14-01-2019 01:32:10' },
  { value: '%H:%M:%S', label: '%H:%M:%S | 01:32:10' },
];

/** @public */
export const ROW_LIMITS = plainChoices([10, 50, 100, 250, 500, 1000, 5000, 10000, 50000]);
/** @public */
export const TABLE_ROW_LIMITS = [...ROW_LIMITS, ...plainChoices([100000, 150000, 200000, 250000, 300000, 350000, 400000, 450000, 500000])];
/** @public */
export const SERIES_LIMITS = plainChoices([5, 10, 25, 50, 100, 500]);
/** @public */
export const TITLE_MARGINS = plainChoices([15, 30, 50, 75, 100, 125, 150, 200]);
const sizes = (values: readonly number[]): readonly Choice[] =>
  values.map((value, at) => ({ value, label: `%choice.font-size.${['tiny', 'small', 'normal', 'large', 'huge'][at]}%` }));
/** Font sizes as shares of the chart's height. @public */
export const SMALL_FONT_SIZES = sizes([0.125, 0.15, 0.2, 0.3, 0.4]);
/** @public */
export const LARGE_FONT_SIZES = sizes([0.2, 0.3, 0.4, 0.5, 0.6]);
