import { sql } from 'kysely';
import type { HttpRequest, ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import type { ResourceDb, ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { ownLinks } from './link-rows.ts';
import { findRow, findRows, requireEditable } from './find-row.ts';
import { idsOf, namesOf } from './parse-list-query.ts';
import { isRelation } from './select-columns.ts';

/** DELETE of one object. */
export async function deleteFromResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const row = await findRow(definition, request.params['pk'] ?? '', createResourceContext(deps, request));
  await remove(deps, definition, request, [row]);
  return { message: 'OK' };
}

/** DELETE of several objects: all or none. */
export async function bulkDeleteFromResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const context = createResourceContext(deps, request);
  const by = definition.remove?.bulkBy;
  const keys = by ? namesOf(request.q) : idsOf(request.q);
  await remove(deps, definition, request, await findRows(definition, keys, context, by));
  const [one, many] = definition.noun;
  return { message: `Deleted ${keys.length} ${keys.length === 1 ? one : many}` };
}

async function remove(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest, rows: readonly StoredRow[]): Promise<void> {
  await requireEditable(definition, rows, createResourceContext(deps, request));
  const ids = rows.map((row) => row['id'] as number);
  await deps.metadata.transaction(async (db: ResourceDb) => {
    await definition.remove?.before?.(ids, createResourceContext(deps, request, db));
    for (const field of Object.values(definition.fields)) {
      if (!isRelation(field) || !field.through) continue;
      await sql`delete from ${sql.table(field.through.table)} where ${sql.ref(field.through.local)} in (${sql.join(ids)})${ownLinks(field.through)}`.execute(db);
    }
    if (definition.favourites) await sql`delete from ${sql.table(definition.favourites.table)} where ${sql.ref(definition.favourites.column)} in (${sql.join(ids)})`.execute(db);
    await sql`delete from ${sql.table(definition.table)} where id in (${sql.join(ids)})`.execute(db);
  });
}
