import type { Dimension, QueryFilter } from '@orrery/sdk';
import type { ValidQuery } from '../context/query-plan.ts';
import { dimensionLabel } from '../context/query-plan.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { findByLabel, needColumn } from '../frame/frame.ts';
import { QueryError } from '../query-error.ts';
import { takeTurns } from '../take-turns.ts';
import { DAY_MS, truncate } from '../time/calendar.ts';
import type { Unit } from '../time/calendar.ts';
import type { Delta } from '../time/parse-delta.ts';
import { applyDelta, parseDelta } from '../time/parse-delta.ts';
import type { TimeBounds } from '../time/parse-time-range.ts';
import { parseMoment } from '../time/parse-moment.ts';
import { parseTimeRange, withinCalendar } from '../time/parse-time-range.ts';
import type { TemporalQuery } from '../time/temporal-rules.ts';

/** One comparison: the query to run and how its rows meet the main ones. */
export interface OffsetQuery {
  readonly offset: string;
  readonly temporal: TemporalQuery;
  readonly delta: Delta;
}

const nameOf = (dimension: Dimension): string => (typeof dimension === 'string' ? dimension : dimension.sqlExpression);

/** A range of dates as the shift that brings its start to the main range's. */
function rangeShift(offset: string, since: number, now: number): { readonly delta: Delta; readonly bounds: TimeBounds } {
  const bounds = parseTimeRange(offset, { now });
  if (bounds.since === null || bounds.until === null) throw new QueryError(`Time comparison "${offset}" needs a start and an end.`);
  return { bounds, delta: { parts: [[Math.round((since - bounds.since) / 1000), 'second']], direction: 'back' } };
}

function deltaOf(offset: string, bounds: { readonly since: number; readonly until: number }, now: number): Delta {
  const days = (count: number): Delta => ({ parts: [[Math.max(0, Math.round(count)), 'day']], direction: 'back' });
  if (offset === 'inherit') return days((bounds.until - bounds.since) / DAY_MS);
  const delta = parseDelta(offset);
  if (delta) return { parts: delta.parts, direction: 'back' };
  if (/^\d{4}-\d{2}-\d{2}$/.test(offset)) return days((bounds.since - parseMoment(offset, now)) / DAY_MS);
  throw new QueryError(`Time comparison "${offset}" cannot be read. Use for example "1 year ago".`);
}

/** The shifted queries of a query with time comparison (contract §3.9). Throws QueryError when its range is open. */
export function offsetQueries(temporal: TemporalQuery, now: number, hasRangeShifts = false): readonly OffsetQuery[] {
  const { query: main, bounds, axis } = temporal;
  if (main.timeOffsets.length === 0) return [];
  const { since, until } = bounds;
  if (since === null || until === null) throw new QueryError('An enclosed time range (both start and end) must be specified when using a Time Comparison.');
  return main.timeOffsets.map((offset) => {
    const range = hasRangeShifts && offset.includes(' : ') ? rangeShift(offset, since, now) : undefined;
    const delta = range?.delta ?? deltaOf(offset, { since, until }, now);
    const shifted: TimeBounds = range?.bounds ?? withinCalendar({ since: applyDelta(since, delta, 'back'), until: applyDelta(until, delta, 'back') });
    // Templates read ranges as text.
    const rangeText = [shifted.since, shifted.until].map((ms) => new Date(ms ?? 0).toISOString().replace(/(?:\.000)?Z$/, '')).join(' : ');
    const axisName = axis === undefined ? undefined : nameOf(axis);
    const isOnAxis = (filter: QueryFilter): boolean => axisName !== undefined && nameOf(filter.col) === axisName;
    const own: ValidQuery = {
      ...main,
      filters: main.filters.filter((filter) => filter.op === 'TEMPORAL_RANGE' || !isOnAxis(filter)),
      postProcessing: [],
      timeOffsets: [],
      rowLimit: null,
      rowOffset: 0,
    };
    const original = own.filters.find((filter) => filter.op === 'TEMPORAL_RANGE' && isOnAxis(filter)) ?? own.filters.find((filter) => filter.op === 'TEMPORAL_RANGE');
    const leading = original && { ...original, val: rangeText };
    const query: ValidQuery = { ...own, timeRange: own.timeRange === null ? null : rangeText, filters: own.filters.map((filter) => (filter === original && leading ? leading : filter)) };
    return { offset, delta, temporal: { ...temporal, query, bounds: shifted, boundsOf: (filter) => (filter === leading ? shifted : temporal.boundsOf(filter)) } };
  });
}

const COARSE: Readonly<Record<string, Unit>> = { P1M: 'month', P3M: 'quarter', 'P0.25Y': 'quarter', P1Y: 'year' };

/** First day of the weeks of each grain (Sunday is 0); the plain week starts as its engine has it. */
const WEEKS: Readonly<Record<string, { readonly first?: number; readonly isEnding?: boolean }>> = {
  P1W: {},
  '1969-12-28T00:00:00Z/P1W': { first: 0 },
  '1969-12-29T00:00:00Z/P1W': { first: 1 },
  'P1W/1970-01-03T00:00:00Z': { first: 0, isEnding: true },
  'P1W/1970-01-04T00:00:00Z': { first: 1, isEnding: true },
};

/** The bucket of a grain an instant lies in: a year before a Monday is no Monday, and months differ in length. */
function bucketOf(grain: string | null, times: readonly Cell[]): (ms: number) => number {
  const unit = grain !== null && Object.hasOwn(COARSE, grain) ? COARSE[grain] : undefined;
  if (unit) return (ms) => truncate(ms, unit);
  const week = grain !== null && Object.hasOwn(WEEKS, grain) ? WEEKS[grain] : undefined;
  if (!week) return (ms) => ms;
  const days = new Set(times.filter((value) => typeof value === 'number').map((ms) => new Date(ms).getUTCDay()));
  const first = week.first ?? (days.size === 1 ? [...days][0]! : 1);
  // Weeks named by their last day are compared by their first.
  const back = week.isEnding ? 6 * DAY_MS : 0;
  return (ms) => {
    const day = truncate(ms - back, 'day');
    return day - ((new Date(day).getUTCDay() - first + 7) % 7) * DAY_MS;
  };
}

const CHECK_ROWS = 512;

/** Adds the metrics of a shifted result to the main rows, matched on time plus offset and on all dimensions. */
export async function joinOffset(main: Frame, shifted: Frame, join: { readonly metrics: readonly string[]; readonly timeLabel: string | undefined; readonly grain: string | null; readonly offset: OffsetQuery }): Promise<Frame> {
  const { metrics, timeLabel, grain, offset } = join;
  const bucket = bucketOf(grain, timeLabel === undefined ? [] : (findByLabel(main, timeLabel)?.values ?? []));
  // Of the shifted rows: the main ones may hold other comparisons already.
  const keyLabels = shifted.columns.map(({ key }) => key[0] ?? '').filter((label) => !metrics.includes(label));
  const keyOf = (frame: Frame, row: number, isShifted: boolean): string =>
    JSON.stringify(
      keyLabels.map((label): Cell => {
        const value = needColumn(frame, label).values[row] ?? null;
        if (label !== timeLabel || typeof value !== 'number') return value;
        const moved = isShifted ? applyDelta(value, offset.delta, 'forward') : value;
        return bucket(moved);
      }),
    );
  const turn = takeTurns();
  const rows = new Map<string, number>();
  for (let row = 0; row < shifted.rowCount; row++) {
    const key = keyOf(shifted, row, true);
    if (!rows.has(key)) rows.set(key, row);
    if (row % CHECK_ROWS === 0) await turn();
  }
  const match: (number | undefined)[] = [];
  for (let row = 0; row < main.rowCount; row++) {
    match.push(rows.get(keyOf(main, row, false)));
    if (row % CHECK_ROWS === 0) await turn();
  }
  const added = metrics.map((metric): Column => {
    const column = needColumn(shifted, metric);
    return { key: [`${metric}__${offset.offset}`], generic: column.generic ?? 0, values: match.map((row) => (row === undefined ? null : (column.values[row] ?? null))) };
  });
  return { ...main, columns: [...main.columns, ...added] };
}

/** Label of the time column rows are matched on. */
export function timeLabelOf(temporal: TemporalQuery): string | undefined {
  if (temporal.query.isTimeseries) return '__timestamp';
  return temporal.axis === undefined ? undefined : dimensionLabel(temporal.axis);
}
