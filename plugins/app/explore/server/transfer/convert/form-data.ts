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
  const isSql = typeof column === 'object';
  const filter = {
    clause: 'WHERE',
    comparator: range || 'No filter',
    expressionType: isSql ? 'SQL' : 'SIMPLE',
    operator: 'TEMPORAL_RANGE',
    subject: isSql ? (column as JsonObject)['label'] : column,
    ...(isSql ? { sqlExpression: (column as JsonObject)['sqlExpression'] } : {}),
  };
  const axis = options.hasXAxis ? { x_axis: column, time_grain_sqla: rest['time_grain_sqla'] || 'P1D' } : {};
  return { ...rest, ...axis, adhoc_filters: [...listOf(rest['adhoc_filters']), filter] };
}

/** The end of every conversion: time controls and the new type's name. */
export function finish(vizType: string, params: JsonObject, hasXAxis = false): Converted {
  return { vizType, params: { ...withTemporalFilter(params, { hasXAxis }), viz_type: vizType } };
}
