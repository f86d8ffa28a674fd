import type { DatasetColumn, Dimension, QueryFilter } from '@orrery/sdk';
import type { ValidQuery } from '../context/query-plan.ts';
import { dimensionLabel, isAdhocMetric } from '../context/query-plan.ts';
import type { TimeBounds } from './parse-time-range.ts';
import { NO_FILTER, parseTimeRange, shiftBack, shiftInstant } from './parse-time-range.ts';

/** A query after the temporal rules: which bounds hold, and on which columns. */
export interface TemporalQuery {
  readonly query: ValidQuery;
  /** Bounds of the answer (`from_dttm`, `to_dttm`) and of the granularity column. */
  readonly bounds: TimeBounds;
  readonly boundsOf: (filter: QueryFilter) => TimeBounds;
  /** The x axis, when the query has one. */
  readonly axis: Dimension | undefined;
}

const OPEN: TimeBounds = { since: null, until: null };

const nameOf = (dimension: Dimension): string => (typeof dimension === 'string' ? dimension : dimension.sqlExpression);

/** The x-axis column of a query: the one marked so. */
export function axisOf(query: ValidQuery): Dimension | undefined {
  return query.columns.find((column) => typeof column === 'object' && column.columnType === 'BASE_AXIS');
}

/** The dashboard's time column filter: granularity takes the place of a temporal x axis (contract §3.4). */
function replaceAxis(query: ValidQuery, xAxis: unknown, columns: ReadonlyMap<string, DatasetColumn>): ValidQuery {
  const { granularity } = query;
  const old = typeof xAxis === 'string' ? xAxis : undefined;
  if (!granularity || !old || old === granularity || !columns.get(old)?.is_dttm) return query;
  const isOld = (column: Dimension): boolean => nameOf(column) === old;
  const replace = (column: Dimension): Dimension => (!isOld(column) ? column : typeof column === 'string' ? granularity : { ...column, sqlExpression: granularity, label: granularity });
  return {
    ...query,
    columns: query.columns.map(replace),
    seriesColumns: query.seriesColumns.map(replace),
    orderby: query.orderby.map(([by, isAscending]) => [by === old ? granularity : typeof by === 'object' && !isAdhocMetric(by) && 'sqlExpression' in by ? replace(by as Dimension) : by, isAscending] as const),
    filters: query.filters.filter((filter) => !(filter.op === 'TEMPORAL_RANGE' && nameOf(filter.col) === old)),
    postProcessing: query.postProcessing.map((step) => {
      const index = step.options?.['index'];
      if (step.operation !== 'pivot' || !Array.isArray(index)) return step;
      return { ...step, options: { ...step.options, index: index.map((name: unknown) => (name === old ? granularity : name)) } };
    }),
  };
}

/** Applies contract §3.4. Throws TimeRangeError. */
export function applyTemporalRules(valid: ValidQuery, formData: Readonly<Record<string, unknown>>, columns: ReadonlyMap<string, DatasetColumn>, now: number): TemporalQuery {
  const replaced = replaceAxis(valid, formData['x_axis'], columns);
  const { timeRange } = replaced;
  const query: ValidQuery =
    timeRange === null ? replaced : { ...replaced, filters: replaced.filters.map((filter) => (filter.op === 'TEMPORAL_RANGE' ? { ...filter, val: timeRange } : filter)) };
  const options = { now, relativeStart: query.relativeStart, relativeEnd: query.relativeEnd };
  const read = (text: unknown): TimeBounds => {
    if (typeof text !== 'string' || text === NO_FILTER) return OPEN;
    const bounds = parseTimeRange(text, options);
    const shifted = query.timeShift ? shiftBack(bounds, query.timeShift) : bounds;
    return query.instantComparison ? shiftInstant(shifted, query.instantComparison) : shifted;
  };
  const axis = axisOf(query);
  const ranges = query.filters.filter((filter) => filter.op === 'TEMPORAL_RANGE');
  const leading =
    ranges.find((filter) => axis !== undefined && (nameOf(filter.col) === nameOf(axis) || nameOf(filter.col) === dimensionLabel(axis))) ??
    ranges.find((filter) => columns.get(nameOf(filter.col))?.is_dttm);
  const bounds = timeRange !== null ? read(timeRange) : leading ? read(leading.val) : OPEN;
  return { query, bounds, axis, boundsOf: (filter) => read(filter.val) };
}
