import { sql } from 'kysely';
import type { HttpRequest, ResourceDefinition } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { ResourceDb, ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { findRow, MAX_ID, visibleIds } from './find-row.ts';
import { idsOf } from './parse-list-query.ts';

interface Link {
  readonly table: string;
  readonly column: string;
}

function linkOf(definition: ResourceDefinition): Link {
  if (!definition.favourites) throw new HttpError(404, 'Not found');
  return definition.favourites;
}

/** GET `favorite_status`: which of the ids the caller starred. */
export async function favouriteStatus(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const { table, column } = linkOf(definition);
  const ids = idsOf(request.q);
  const context = createResourceContext(deps, request);
  if ((await visibleIds(definition, ids, context)).size === 0) throw new HttpError(404, 'Not found');
  const { rows } = await sql<{ id: number }>`select ${sql.ref(column)} as id from ${sql.table(table)} where user_id = ${context.user.id} and ${sql.ref(column)} in (${sql.join(ids.filter((id) => Math.abs(id) <= MAX_ID))})`.execute(context.db);
  const starred = new Set(rows.map((row) => row.id));
  return { result: ids.map((id) => ({ id, value: starred.has(id) })) };
}

/** POST and DELETE of `<pk>/favorites/`. */
export async function setFavourite(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const { table, column } = linkOf(definition);
  const context = createResourceContext(deps, request);
  if (context.user.id === null) throw new HttpError(401, 'Not authorized');
  const userId = context.user.id;
  const { id } = await findRow(definition, request.params['pk'] ?? '', context);
  await deps.metadata.transaction(async (db: ResourceDb) => {
    await sql`delete from ${sql.table(table)} where user_id = ${userId} and ${sql.ref(column)} = ${id}`.execute(db);
    if (request.method === 'POST') await sql`insert into ${sql.table(table)} (user_id, ${sql.ref(column)}) values (${userId}, ${id})`.execute(db);
  });
  return { result: 'OK' };
}
