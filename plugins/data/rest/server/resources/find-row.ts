import { sql } from 'kysely';
import type { ResourceContext, ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import { ownLinks } from './link-rows.ts';
import { allOf, readRows } from './read-rows.ts';

/** Ids are 32 bits wide. */
export const MAX_ID = 2_147_483_647;

/** The row behind a path segment: its id, or one of the alternate keys. 404 when absent or hidden from the caller. */
export async function findRow(definition: ResourceDefinition, key: string, context: ResourceContext): Promise<StoredRow> {
  const columns = [...(/^\d{1,9}$/.test(key) ? ['id'] : []), ...(definition.alternateKeys ?? [])];
  for (const column of columns) {
    const value = column === 'id' ? Number(key) : key;
    const [row] = await readRows(context, definition, '*', allOf([sql`${sql.ref(`t.${column}`)} = ${value}`, definition.visible?.(context)]));
    if (row) return row;
  }
  throw new HttpError(404, 'Not found');
}

/** All rows of the ids, or of other unique keys, in one query. 404 when any is absent or hidden. */
export async function findRows(definition: ResourceDefinition, keys: readonly (number | string)[], context: ResourceContext, column = 'id'): Promise<readonly StoredRow[]> {
  if (keys.some((key) => typeof key === 'number' && (key < 0 || key > MAX_ID))) throw new HttpError(404, 'Not found');
  const rows = await readRows(context, definition, '*', allOf([sql`${sql.ref(`t.${column}`)} in (${sql.join(keys)})`, definition.visible?.(context)]));
  if (rows.length < keys.length) throw new HttpError(404, 'Not found');
  return rows;
}

/** Of the ids, those of rows the caller may see. */
export async function visibleIds(definition: ResourceDefinition, ids: readonly number[], context: ResourceContext): Promise<ReadonlySet<number>> {
  const possible = ids.filter((id) => id > 0 && id <= MAX_ID);
  if (possible.length === 0) return new Set();
  const rows = await readRows(context, definition, new Set(['id']), allOf([sql`t.id in (${sql.join(possible)})`, definition.visible?.(context)]));
  return new Set(rows.map((row) => row['id'] as number));
}

/** 403 unless the caller may change every row: by the definition's own rule, else as Admin or owner. */
export async function requireEditable(definition: ResourceDefinition, rows: readonly StoredRow[], context: ResourceContext): Promise<void> {
  const forbidden = new HttpError(403, `Changing this ${definition.noun[0]} is forbidden`);
  if (definition.editable) {
    for (const row of rows) if (!(await definition.editable(row, context))) throw forbidden;
    return;
  }
  if (context.user.isAdmin) return;
  const owners = definition.fields['owners'];
  if (!owners || !('relation' in owners) || !owners.through || context.user.id === null) throw forbidden;
  const { table, local, target } = owners.through;
  const ids = rows.map((row) => row['id']);
  const owned = await sql<{ id: number }>`select distinct l.${sql.ref(local)} as id from ${sql.table(table)} as l where l.${sql.ref(target)} = ${context.user.id} and l.${sql.ref(local)} in (${sql.join(ids)})${ownLinks(owners.through, 'l')}`.execute(context.db);
  if (owned.rows.length < ids.length) throw forbidden;
}
