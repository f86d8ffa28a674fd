import { GenericType } from '@orrery/sdk';
import { QueryError } from '../query-error.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame, needColumn, toNumber } from '../frame/frame.ts';
import { mean, quantile } from './aggregators.ts';
import { groupRows } from './group-rows.ts';
import type { Options } from './options.ts';
import { checkNames, texts } from './options.ts';
import { textOf } from '../context/text-of.ts';

/** Quartile halfway between the two closest values. */
function midpoint(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  return (sorted[Math.floor(at)]! + sorted[Math.ceil(at)]!) / 2;
}

interface Box {
  readonly mean: Cell;
  readonly median: Cell;
  readonly max: Cell;
  readonly min: Cell;
  readonly q1: Cell;
  readonly q3: Cell;
  readonly count: Cell;
  readonly outliers: Cell;
}

const PARTS = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count', 'outliers'] as const;

type Whiskers = (sorted: readonly number[], q1: number, q3: number) => readonly [number, number];

function whiskersOf(options: Options): Whiskers {
  const percentiles = options['percentiles'];
  switch (options['whisker_type']) {
    case 'tukey':
      return (sorted, q1, q3) => {
        const reach = 1.5 * (q3 - q1);
        const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
        return [inside[0] ?? sorted[0]!, inside.at(-1) ?? sorted.at(-1)!];
      };
    case 'min/max':
      return (sorted) => [sorted[0]!, sorted.at(-1)!];
    case 'percentile': {
      const [low, high] = Array.isArray(percentiles) ? percentiles.map(Number) : [];
      if (!Array.isArray(percentiles) || percentiles.length !== 2 || low === undefined || high === undefined || !(low < high)) {
        throw new QueryError('percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value');
      }
      return (sorted) => [quantile(sorted, low / 100)!, quantile(sorted, high / 100)!];
    }
    default:
      throw new QueryError(`Unsupported whisker type: ${textOf(options['whisker_type'])}`);
  }
}

function boxOf(values: readonly Cell[], whiskers: Whiskers): Box {
  const sorted = values.map(toNumber).filter((value): value is number => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return { mean: null, median: null, max: null, min: null, q1: null, q3: null, count: 0, outliers: [] };
  const [q1, q3] = [midpoint(sorted, 0.25), midpoint(sorted, 0.75)];
  const [min, max] = whiskers(sorted, q1, q3);
  const outliers = [...sorted.filter((value) => value > max), ...sorted.filter((value) => value < min)];
  return { mean: mean(sorted), median: quantile(sorted, 0.5), max, min, q1, q3, count: sorted.length, outliers };
}

/** Box plot figures per group and metric. */
export function boxplot(frame: Frame, options: Options): Frame {
  checkNames('boxplot', options, ['groupby', 'metrics', 'whisker_type', 'percentiles']);
  const whiskers = whiskersOf(options);
  const keys = texts(options['groupby']).map((name) => needColumn(frame, name));
  const metrics = texts(options['metrics']);
  const groups = keys.length > 0 ? groupRows(keys, frame.rowCount, { isSorted: true, dropNull: true }) : [{ key: [] as Cell[], rows: Array.from({ length: frame.rowCount }, (_, row) => row) }];
  const boxes = metrics.map((name) => {
    const column = needColumn(frame, name);
    return groups.map(({ rows }) => boxOf(rows.map((row) => column.values[row] ?? null), whiskers));
  });
  const columns: Column[] = keys.map((key, at) => ({ ...key, values: groups.map((group) => group.key[at] ?? null) }));
  for (const part of PARTS) {
    metrics.forEach((name, at) => columns.push({ key: [`${name}__${part}`], values: boxes[at]!.map((box) => box[part]), ...(part === 'outliers' && { generic: GenericType.String }) }));
  }
  return createFrame(columns, groups.length);
}
