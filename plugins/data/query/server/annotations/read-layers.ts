import type { JsonObject } from '@orrery/sdk';
import { isObject } from '../context/problems.ts';

/** An annotation layer whose data the server finds (contract §3.6). */
export interface DataLayer {
  readonly name: string;
  readonly source: 'NATIVE' | 'chart';
  /** Id of an annotation layer, or of a chart. */
  readonly value: number;
  readonly overrides: JsonObject;
}

/** The layers of a query that need data; formulas are the client's affair, and layers without a source stand for nothing. */
export function readLayers(query: unknown): readonly DataLayer[] {
  const layers = isObject(query) && Array.isArray(query['annotation_layers']) ? (query['annotation_layers'] as unknown[]) : [];
  return layers.flatMap((layer): DataLayer[] => {
    if (!isObject(layer) || layer['annotationType'] === 'FORMULA') return [];
    const { name, sourceType, overrides } = layer;
    const value = Number(layer['value']);
    const source = sourceType === 'NATIVE' ? 'NATIVE' : sourceType === 'line' || sourceType === 'table' ? 'chart' : undefined;
    if (typeof name !== 'string' || source === undefined || !Number.isInteger(value)) return [];
    return [{ name, source, value, overrides: isObject(overrides) ? overrides : {} }];
  });
}

const OVERRIDABLE = ['granularity', 'time_grain_sqla', 'time_range', 'time_shift'] as const;

function timeRangeOf(query: JsonObject): unknown {
  if (query['time_range']) return query['time_range'];
  const filters = Array.isArray(query['filters']) ? (query['filters'] as unknown[]) : [];
  const range = filters.find((filter) => isObject(filter) && filter['op'] === 'TEMPORAL_RANGE');
  return isObject(range) ? range['val'] : undefined;
}

/** What a layer changes of its chart: its own values, and the main chart's where it says null. */
export function effectiveOverrides(layer: DataLayer, main: JsonObject): JsonObject {
  const extras = isObject(main['extras']) ? main['extras'] : {};
  const fromMain: JsonObject = { granularity: main['granularity'], time_grain_sqla: extras['time_grain_sqla'], time_range: timeRangeOf(main), time_shift: main['time_shift'] };
  const found: Record<string, unknown> = {};
  for (const key of OVERRIDABLE) {
    if (!Object.hasOwn(layer.overrides, key)) continue;
    const value = layer.overrides[key] ?? fromMain[key];
    if (value !== undefined && value !== null && value !== '') found[key] = value;
  }
  return found as JsonObject;
}

/** A chart's context with the overrides in its form data and in its first query, which is the one that is run. */
export function overrideContext(context: JsonObject, overrides: JsonObject): JsonObject {
  const [first] = Array.isArray(context['queries']) ? (context['queries'] as unknown[]) : [];
  const query = isObject(first) ? first : {};
  const { granularity, time_grain_sqla: grain, time_range: range, time_shift: shift } = overrides;
  const columns = Array.isArray(query['columns']) ? (query['columns'] as unknown[]) : undefined;
  const changed: Record<string, unknown> = {
    ...query,
    annotation_layers: [],
    ...(granularity === undefined ? {} : { granularity }),
    ...(range === undefined ? {} : { time_range: range }),
    ...(shift === undefined ? {} : { time_shift: shift }),
  };
  if (grain !== undefined) {
    changed['extras'] = { ...(isObject(query['extras']) ? query['extras'] : {}), time_grain_sqla: grain };
    if (columns) changed['columns'] = columns.map((column) => (isObject(column) && column['columnType'] === 'BASE_AXIS' ? { ...column, timeGrain: grain } : column));
  }
  const form = isObject(context['form_data']) ? context['form_data'] : {};
  return { ...context, result_type: 'full', result_format: 'json', force: false, form_data: { ...form, ...overrides }, queries: [changed] } as JsonObject;
}
