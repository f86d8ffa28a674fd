import { QueryError } from '../query-error.ts';
import type { Cell } from '../frame/frame.ts';
import { compareCells, toNumber } from '../frame/frame.ts';

/** Folds the values of one group into one. */
export type Aggregator = (values: readonly Cell[]) => Cell;

const numbers = (values: readonly Cell[]): number[] => values.map(toNumber).filter((value): value is number => value !== null);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Mean of values, null for none. */
export function mean(values: readonly number[]): number | null {
  return values.length > 0 ? sum(values) / values.length : null;
}

/** Linear interpolation between the closest ranks, `q` from 0 to 1. */
export function quantile(values: readonly number[], q: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at);
  return sorted[low]! + ((sorted[Math.ceil(at)] ?? sorted[low]!) - sorted[low]!) * (at - low);
}

/** Variance with `ddof` degrees of freedom removed; null when too few values. */
export function variance(values: readonly number[], ddof: number): number | null {
  const centre = mean(values);
  if (centre === null || values.length <= ddof) return null;
  return sum(values.map((value) => (value - centre) ** 2)) / (values.length - ddof);
}

const root = (value: number | null): number | null => (value === null ? null : Math.sqrt(value));

function extreme(values: readonly Cell[], sign: 1 | -1): Cell {
  return values.reduce<Cell>((best, value) => (value !== null && (best === null || sign * compareCells(value, best) > 0) ? value : best), null);
}

function positionOf(values: readonly Cell[], wanted: Cell): Cell {
  const at = values.indexOf(wanted);
  return at < 0 ? null : at;
}

const AGGREGATORS: Readonly<Record<string, Aggregator>> = {
  average: (values) => mean(numbers(values)),
  mean: (values) => mean(numbers(values)),
  nanmean: (values) => mean(numbers(values)),
  sum: (values) => sum(numbers(values)),
  nansum: (values) => sum(numbers(values)),
  count: (values) => values.filter((value) => value !== null).length,
  count_nonzero: (values) => values.filter((value) => value !== null && value !== 0 && value !== false && value !== '').length,
  max: (values) => extreme(values, 1),
  nanmax: (values) => extreme(values, 1),
  min: (values) => extreme(values, -1),
  nanmin: (values) => extreme(values, -1),
  argmax: (values) => positionOf(values, extreme(values, 1)),
  argmin: (values) => positionOf(values, extreme(values, -1)),
  median: (values) => quantile(numbers(values), 0.5),
  nanmedian: (values) => quantile(numbers(values), 0.5),
  prod: (values) => numbers(values).reduce((product, value) => product * value, 1),
  product: (values) => numbers(values).reduce((product, value) => product * value, 1),
  cumsum: (values) => sum(numbers(values)),
  cumprod: (values) => numbers(values).reduce((product, value) => product * value, 1),
  std: (values) => root(variance(numbers(values), 0)),
  var: (values) => variance(numbers(values), 0),
};

/** Aggregator by name, as the contract lists them. Throws QueryError for others. */
export function aggregatorOf(name: string, options: Readonly<Record<string, unknown>> = {}): Aggregator {
  if (name === 'percentile' || name === 'nanpercentile') {
    const q = Number(options['q']);
    if (!(q >= 0 && q <= 100)) throw new QueryError('Percentiles must be in the range [0, 100]');
    return (values) => quantile(numbers(values), q / 100);
  }
  const aggregator = Object.hasOwn(AGGREGATORS, name) ? AGGREGATORS[name] : undefined;
  if (!aggregator) throw new QueryError(`Invalid numpy function: ${name}`);
  return aggregator;
}
