import type { JsonObject } from '@orrery/sdk';

/** What converting a chart of an old type makes of it. */
export interface Converted {
  readonly vizType: string;
  readonly params: JsonObject;
}

/** Converts the params of one old viz type; pure. */
export type ConvertViz = (params: JsonObject) => Converted;

/** A value as a list: nothing is none, anything else but a list is one. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The params without `remove`, keys renamed; a renamed key replaces what already has its name. */
export function rewrite(params: JsonObject, renames: Readonly<Record<string, string>>, remove: readonly string[] = []): JsonObject {
  const kept = Object.entries(params).filter(([key]) => !remove.includes(key) && !Object.values(renames).includes(key));
  const untouched = Object.entries(params).filter(([key]) => Object.values(renames).includes(key) && !Object.entries(renames).some(([from, to]) => to === key && from in params) && !remove.includes(key));
  return Object.fromEntries([...kept.map(([key, value]) => [renames[key] ?? key, value] as const), ...untouched]);
}

/**
 * The old time controls as today's: the time column as x axis (where the type has one; by day unless a grain is set), and
 * the range as a filter on it.
 */
export function withTemporalFilter(params: JsonObject, options: { readonly hasXAxis: boolean }): JsonObject {
  const { granularity_sqla: column, time_range: range, ...rest } = params;
  if (!column) return rest;
  // A column in SQL is a subject like any other: as a filter in SQL the expression would stand where a condition belongs.
  const filter = { clause: 'WHERE', comparator: range || 'No filter', expressionType: 'SIMPLE', operator: 'TEMPORAL_RANGE', subject: column };
  const axis = options.hasXAxis ? { x_axis: column, time_grain_sqla: rest['time_grain_sqla'] || 'P1D' } : {};
  return { ...rest, ...axis, adhoc_filters: [...listOf(rest['adhoc_filters']), filter] };
}

/** Time shifts as today's charts name them, and what they are compared by. */
function withComparison(params: JsonObject): JsonObject {
  const shifts = listOf(params['time_compare']).filter((shift): shift is string => typeof shift === 'string' && shift !== '');
  return {
    ...params,
    ...(shifts.length > 0 ? { time_compare: shifts.map((shift) => (shift.endsWith(' ago') ? shift : `${shift} ago`)) } : {}),
    ...(params['comparison_type'] === 'absolute' ? { comparison_type: 'difference' } : {}),
  };
}

/** Pixels between an axis and its title where the old chart chose by itself. */
const TITLE_MARGIN = 30;

/** The margin of an axis that has a title. */
export function titleMargin(value: unknown): unknown {
  return !value || value === 'auto' ? TITLE_MARGIN : value;
}

/** The end of every conversion: time controls, comparisons and the new type's name. */
export function finish(vizType: string, params: JsonObject, hasXAxis = false): Converted {
  return { vizType, params: { ...withTemporalFilter(withComparison(params), { hasXAxis }), viz_type: vizType } };
}
