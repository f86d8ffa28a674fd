import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { HttpRequest, ResourceContext, ResourceDefinition, WritePlan } from '@orrery/sdk/server';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { ResourceDb, ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { ownLinks } from './link-rows.ts';
import { findRow, requireEditable } from './find-row.ts';
import { isTooDeep } from './json-depth.ts';
import { isRelation } from './select-columns.ts';

type Values = Record<string, string | number | null>;

/** POST of the collection. Planning (which may ask other systems) is done before the transaction. */
export async function createInResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<HttpResponse> {
  const { create } = definition;
  if (!create) throw new HttpError(405, 'Method not allowed');
  const input = inputOf(request);
  const context = createResourceContext(deps, request);
  const plan = await create.plan(input, context);
  const values: Values = { ...(definition.fields['uuid'] ? { uuid: randomUUID() } : {}), ...plan.values, ...audit(definition, context, true) };
  const body = await deps.metadata.transaction(async (db: ResourceDb) => {
    const names = Object.keys(values);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const { rows } = await sql<{ id: number }>`insert into ${sql.table(definition.table)} (${columns}) values (${sql.join(Object.values(values))}) returning id`.execute(db);
    const id = (rows[0] as { id: number }).id;
    await replaceLinks(db, definition, id, plan);
    const written = createResourceContext(deps, request, db);
    const more = await create.after?.(id, input, written);
    await tellExtensions(deps, definition, id, input, written);
    return { id, result: input, ...more };
  });
  return new HttpResponse({ status: 201, body });
}

/** PUT of one object. */
export async function updateInResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const { update } = definition;
  if (!update) throw new HttpError(405, 'Method not allowed');
  const input = inputOf(request);
  const context = createResourceContext(deps, request);
  const row = await findRow(definition, request.params['pk'] ?? '', context);
  if (!update.exempt?.(input)) await requireEditable(definition, [row], context);
  const plan = await update.plan(input, row, context);
  const values: Values = { ...plan.values, ...audit(definition, context, false) };
  const id = row['id'] as number;
  return deps.metadata.transaction(async (db: ResourceDb) => {
    if (Object.keys(values).length > 0) {
      const assignments = sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
      const done = await sql`update ${sql.table(definition.table)} set ${assignments} where id = ${id}`.execute(db);
      if (done.numAffectedRows === 0n) throw new HttpError(404, 'Not found');
    }
    await replaceLinks(db, definition, id, plan);
    const written = createResourceContext(deps, request, db);
    const more = await update.after?.(id, input, row, written);
    await tellExtensions(deps, definition, id, input, written);
    return { id, result: input, ...more };
  });
}

/** PostgreSQL stores no NUL in texts. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}

async function tellExtensions(deps: ResourceDeps, definition: ResourceDefinition, id: number, input: Readonly<Record<string, unknown>>, context: ResourceContext): Promise<void> {
  for (const extension of deps.extensionsOf(definition.name)) await extension.didWrite?.(id, input, context);
}

function inputOf(request: HttpRequest): Readonly<Record<string, unknown>> {
  const input = (request.body ?? {}) as Record<string, unknown>;
  const wrong = Object.keys(input).filter((name) => holdsNul(input[name]));
  if (wrong.length > 0) throw new HttpError(400, { message: Object.fromEntries(wrong.map((name) => [name, ['Null characters are not allowed.']])) });
  const deep = Object.keys(input).filter((name) => looksLikeJson(input[name]) && isTooDeep(input[name] as string));
  if (deep.length > 0) throw new HttpError(400, { message: Object.fromEntries(deep.map((name) => [name, ['Nested too deeply.']])) });
  return input;
}

function looksLikeJson(value: unknown): boolean {
  return typeof value === 'string' && /^\s*[[{]/.test(value);
}

function audit(definition: ResourceDefinition, { user, now }: ResourceContext, isNew: boolean): Values {
  if (definition.audit === false) return {};
  return { ...(isNew ? { created_on: now, created_by_fk: user.id } : {}), changed_on: now, changed_by_fk: user.id };
}

async function replaceLinks(db: ResourceDb, definition: ResourceDefinition, id: number, plan: WritePlan): Promise<void> {
  for (const [name, targets] of Object.entries(plan.links ?? {})) {
    const field = definition.fields[name];
    if (!field || !isRelation(field) || !field.through) throw new Error(`Resource ${definition.name}: ${name} has no link table`);
    const { table, local, target, only = {} } = field.through;
    await sql`delete from ${sql.table(table)} where ${sql.ref(local)} = ${id}${ownLinks(field.through)}`.execute(db);
    const columns = sql.join([local, target, ...Object.keys(only)].map((column) => sql.ref(column)));
    const rows = [...new Set(targets)].map((other) => sql`(${sql.join([id, other, ...Object.values(only)])})`);
    if (rows.length > 0) await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(rows)}`.execute(db);
  }
}
