import type { Cell } from '../../frame/frame.ts';
import { compareCells, toNumber } from '../../frame/frame.ts';
import { mean, quantile, sum, variance } from '../../post-processing/aggregators.ts';

/** What the values of a cell are set in proportion to. */
export type FractionOf = 'total' | 'rows' | 'columns';

/** How the cells of a pivot table are made of the values that meet there. */
export interface PivotAggregator {
  readonly fold: (values: readonly Cell[]) => Cell;
  readonly fractionOf?: FractionOf;
}

const present = (values: readonly Cell[]): readonly Cell[] => values.filter((value) => value !== null);
const numbers = (values: readonly Cell[]): number[] => values.map(toNumber).filter((value): value is number => value !== null);
const extreme = (values: readonly Cell[], sign: 1 | -1): Cell =>
  present(values).reduce<Cell>((best, value) => (best === null || sign * compareCells(value, best) > 0 ? value : best), null);
const distinct = (values: readonly Cell[]): readonly Cell[] => [...new Set(present(values))];

const total = (values: readonly Cell[]): Cell => sum(numbers(values));
const count = (values: readonly Cell[]): Cell => present(values).length;
const deviation = (values: readonly Cell[]): Cell => {
  const found = variance(numbers(values), 1);
  return found === null ? null : Math.sqrt(found);
};

/** The aggregations of the pivot table by the name its control stores. */
const AGGREGATORS: Readonly<Record<string, PivotAggregator>> = {
  Count: { fold: count },
  'Count Unique Values': { fold: (values) => distinct(values).length },
  'List Unique Values': { fold: (values) => distinct(values).join(', ') },
  Sum: { fold: total },
  Average: { fold: (values) => mean(numbers(values)) },
  Median: { fold: (values) => quantile(numbers(values), 0.5) },
  'Sample Variance': { fold: (values) => variance(numbers(values), 1) },
  'Sample Standard Deviation': { fold: deviation },
  Minimum: { fold: (values) => extreme(values, -1) },
  Maximum: { fold: (values) => extreme(values, 1) },
  First: { fold: (values) => extreme(values, -1) },
  Last: { fold: (values) => extreme(values, 1) },
  'Sum as Fraction of Total': { fold: total, fractionOf: 'total' },
  'Sum as Fraction of Rows': { fold: total, fractionOf: 'rows' },
  'Sum as Fraction of Columns': { fold: total, fractionOf: 'columns' },
  'Count as Fraction of Total': { fold: count, fractionOf: 'total' },
  'Count as Fraction of Rows': { fold: count, fractionOf: 'rows' },
  'Count as Fraction of Columns': { fold: count, fractionOf: 'columns' },
};

/** The aggregation of that name; the sum for none or an unknown one, as the control does. */
export function pivotAggregator(name: string): PivotAggregator {
  return Object.hasOwn(AGGREGATORS, name) ? AGGREGATORS[name]! : AGGREGATORS['Sum']!;
}
