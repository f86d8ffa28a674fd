import type { Problems } from './problems.ts';
import { isObject } from './problems.ts';
import type { DatasourceRef } from './query-plan.ts';

const TYPES = new Set(['table', 'dataset', 'query', 'saved_query', 'view']);

/** Reads the datasource of a context or query; problems are collected. */
export function validateDatasource(value: unknown, problems: Problems): DatasourceRef | undefined {
  if (!isObject(value)) {
    problems['datasource'] = ['Missing data for required field.'];
    return undefined;
  }
  const { id, type } = value;
  const own: Problems = {};
  if (typeof id !== 'number' && typeof id !== 'string') own['id'] = ['Missing data for required field.'];
  if (type !== undefined && type !== null && !TYPES.has(String(type))) own['type'] = [`Must be one of: ${[...TYPES].join(', ')}.`];
  if (Object.keys(own).length > 0) {
    problems['datasource'] = own;
    return undefined;
  }
  return { id: typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : (id as number | string), type: String(type ?? 'table') };
}
