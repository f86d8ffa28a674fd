import { currencyNumberFormat, grainTimeFormat, numberFormat, timeFormat } from '../../../sdk/src/chart/index.ts';
import type { CurrencyFormat } from '../../../sdk/src/chart/index.ts';
import type { Runners, Vector } from '../vector.ts';

/** JSON cannot hold these; the vectors spell them. */
const SPELLED: Readonly<Record<string, number | undefined>> = { NaN: Number.NaN, Infinity, '-Infinity': -Infinity, undefined };

function numberOf(input: unknown): number | null | undefined {
  if (typeof input !== 'string') return input as number | null;
  return input in SPELLED ? SPELLED[input] : Number(input);
}

const instantOf = (input: unknown): number | null => (input === null ? null : typeof input === 'number' ? input : Date.parse(String(input)));
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Number, currency and time formats (contract §11). */
export const formatRunners: Runners = {
  number_format: ({ input, options, expected }: Vector) => ({ actual: numberFormat(text(options['format']))(numberOf(input)), expected }),
  currency_format: ({ input, options, expected }) => ({ actual: currencyNumberFormat(text(options['d3Format']), options['currency'] as CurrencyFormat)(numberOf(input)), expected }),
  time_format: ({ input, options, expected }) => ({ actual: timeFormat(text(options['format']))(instantOf(input)), expected }),
  time_format_grain: ({ input, options, expected }) => ({ actual: grainTimeFormat(text(options['granularity']) ?? undefined, text(options['format']) ?? undefined)(instantOf(input)), expected }),
};
