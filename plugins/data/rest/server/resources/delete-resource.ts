import { sql } from 'kysely';
import type { HttpRequest, ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import type { ResourceDb, ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { findRow, findRows, requireEditable } from './find-row.ts';
import { idsOf } from './parse-list-query.ts';
import { isRelation } from './select-columns.ts';

/** DELETE of one object. */
export async function deleteFromResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const row = await findRow(definition, request.params['pk'] ?? '', createResourceContext(deps, request));
  await remove(deps, definition, request, [row]);
  return { message: 'OK' };
}

/** DELETE of several objects: all or none. */
export async function bulkDeleteFromResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const ids = idsOf(request.q);
  await remove(deps, definition, request, await findRows(definition, ids, createResourceContext(deps, request)));
  const [one, many] = definition.noun;
  return { message: `Deleted ${ids.length} ${ids.length === 1 ? one : many}` };
}

async function remove(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest, rows: readonly StoredRow[]): Promise<void> {
  await requireEditable(definition, rows, createResourceContext(deps, request));
  const ids = rows.map((row) => row['id'] as number);
  await deps.metadata.transaction(async (db: ResourceDb) => {
    await definition.remove?.before?.(ids, createResourceContext(deps, request, db));
    const links = Object.values(definition.fields).flatMap((field) => (isRelation(field) && field.through ? [{ table: field.through.table, column: field.through.local }] : []));
    for (const { table, column } of [...links, ...(definition.favourites ? [definition.favourites] : [])]) {
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(db);
    }
    await sql`delete from ${sql.table(definition.table)} where id in (${sql.join(ids)})`.execute(db);
  });
}
