import type { JsonObject } from '@orrery/sdk';
import { isObject } from '../dashboard-file.ts';
import { parsed } from './wrapped.ts';

const TIME_KEYS = ['__time_range', '__time_grain', '__time_col'] as const;

const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number).filter(Number.isSafeInteger) : []);

/**
 * What filter boxes leave alone, as `filter_scopes` says it: dashboards before it listed charts that no filter reaches, and
 * columns whose filters do not reach a chart. Nothing to add when the dashboard has scopes already, or neither list.
 */
export function filterScopes(metadata: JsonObject, slices: readonly JsonObject[]): JsonObject {
  const immune = numbers(metadata['filter_immune_slices']);
  const fields = isObject(metadata['filter_immune_slice_fields']) ? Object.entries(metadata['filter_immune_slice_fields']) : [];
  if (isObject(metadata['filter_scopes']) || (immune.length === 0 && fields.length === 0)) return {};
  const immuneTo = (column: string): readonly number[] => [
    ...new Set([...immune, ...fields.flatMap(([id, columns]) => (Array.isArray(columns) && columns.includes(column) ? [Number(id)] : []))]),
  ];
  const boxes = slices.filter((slice) => slice['viz_type'] === 'filter_box');
  const scopesOf = (slice: JsonObject): JsonObject => {
    const configs = parsed(slice['params'])['filter_configs'];
    const columns = (Array.isArray(configs) ? (configs as readonly unknown[]) : []).flatMap((config) => (isObject(config) && typeof config['column'] === 'string' ? [config['column']] : []));
    return Object.fromEntries([...TIME_KEYS, ...columns].map((column) => [column, { scope: ['ROOT_ID'], immune: immuneTo(column) }]));
  };
  return { filter_scopes: Object.fromEntries(boxes.map((slice) => [String(slice['id']), scopesOf(slice)])) };
}
