import { HttpError } from '@orrery/sdk/server';
import type { TaggedType } from '../contract.ts';
import { TAGGED_TYPES } from '../contract.ts';

/** Where the objects of a kind live, and how `get_objects` names and links them. */
export interface TaggedKind {
  readonly table: string;
  readonly name: string;
  /** Link table of owners, with `user_id` and this column; saved queries have their creator only. */
  readonly owners?: { readonly table: string; readonly column: string };
  /** Columns `url` reads. */
  readonly urlColumns: readonly string[];
  url(row: Readonly<Record<string, string | number | null>>): string;
}

export const TAGGED_KINDS: Readonly<Record<TaggedType, TaggedKind>> = {
  query: { table: 'saved_query', name: 'label', urlColumns: [], url: (row) => `/sqllab?savedQueryId=${row['id']}` },
  chart: { table: 'slices', name: 'slice_name', owners: { table: 'slice_user', column: 'slice_id' }, urlColumns: [], url: (row) => `/explore/?slice_id=${row['id']}` },
  dashboard: { table: 'dashboards', name: 'dashboard_title', owners: { table: 'dashboard_user', column: 'dashboard_id' }, urlColumns: ['slug'], url: (row) => `/superset/dashboard/${row['slug'] ?? row['id']}/` },
  dataset: { table: 'tables', name: 'table_name', owners: { table: 'sqlatable_user', column: 'table_id' }, urlColumns: [], url: (row) => `/explore/?datasource_type=table&datasource_id=${row['id']}` },
};

/** Names by which objects are tagged in bodies and queries; `saved_query` is what some clients send. */
export function kindNamed(name: unknown): TaggedType | undefined {
  const known = String(name).toLowerCase() === 'saved_query' ? 'query' : String(name).toLowerCase();
  return Object.hasOwn(TAGGED_KINDS, known) ? (known as TaggedType) : undefined;
}

/** The object a path names by number, `/2/17/`. 422 for what cannot be one. */
export function objectInPath(params: Readonly<Record<string, string>>): { readonly type: TaggedType; readonly id: number } {
  const type = (TAGGED_TYPES as Readonly<Record<string, TaggedType>>)[params['type'] ?? ''];
  const id = /^\d{1,9}$/.test(params['id'] ?? '') ? Number(params['id']) : 0;
  if (!type || id === 0) throw new HttpError(422, 'Invalid tag');
  return { type, id };
}
