import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { HttpRequest, RelationField, ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { escapeLike, matchText } from './match-text.ts';
import { MAX_ID } from './find-row.ts';
import { hasNul, integer, pageSizeOf, toRecord } from './parse-list-query.ts';
import { allOf, toWire } from './read-rows.ts';
import { columnOf, isComputed, isRelation } from './select-columns.ts';

interface ChoiceQuery {
  readonly filter: string;
  readonly limit: RawBuilder<unknown>;
  readonly includeIds: readonly number[];
}

function parseChoiceQuery(q: unknown): ChoiceQuery {
  const query = toRecord(q);
  const page = integer(query, 'page');
  const ids = query['include_ids'];
  const includeIds = Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id) && Math.abs(id as number) <= MAX_ID) : [];
  if (includeIds.length > 0 && page !== undefined && page > 0) throw new HttpError(422, 'include_ids is only allowed without page');
  const size = pageSizeOf(integer(query, 'page_size')) ?? 100;
  const filter = typeof query['filter'] === 'string' || typeof query['filter'] === 'number' ? String(query['filter']) : '';
  if (hasNul(filter)) throw new HttpError(400, 'Not a valid rison schema: filter holds a NUL');
  return { filter, limit: sql`limit ${size} offset ${size * Math.max(0, page ?? 0)}`, includeIds };
}

/** GET `related/<field>`: choices for a relation (contract §2.7). Only objects the caller may see. */
export async function relatedValues(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const name = request.params['column'] ?? '';
  const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
  if (!field || !isRelation(field) || !field.text) throw new HttpError(404, 'Not found');
  const { filter, limit, includeIds } = parseChoiceQuery(request.q);
  const context = createResourceContext(deps, request);
  const text = textOf(field);
  const searched = [text, ...(field.alsoSearch ?? (field.table === 'ab_user' ? ['username'] : [])).map((column) => sql.ref(`t.${column}`))];
  const matches = filter === '' ? undefined : sql.join(searched.map((column) => matchText(deps.metadata.dialect, column, `%${escapeLike(filter)}%`)), sql` or `);
  const visible = deps.resourceOf(field.table)?.visible?.(context);
  const where = allOf([visible, matches]);
  const table = sql.table(field.table);
  const extras = Object.entries(field.extra ?? {}).map(([key, column]) => sql`, ${sql.ref(`t.${column}`)} as ${sql.ref(key)}`);
  const columns = sql`t.id as choice_value, ${text} as choice_text${extras.length > 0 ? sql.join(extras, sql``) : sql``}`;
  const read = async (condition: RawBuilder<unknown>, tail: RawBuilder<unknown>): Promise<readonly StoredRow[]> =>
    (await sql<StoredRow>`select ${columns} from ${table} as t where ${condition} order by 2, 1 ${tail}`.execute(context.db)).rows;

  const [rows, counted] = await Promise.all([read(where, limit), sql<{ count: number }>`select count(*) as count from ${table} as t where ${where}`.execute(context.db)]);
  const missing = includeIds.filter((id) => !rows.some((row) => row['choice_value'] === id));
  const added = missing.length > 0 ? await read(allOf([visible, sql`t.id in (${sql.join(missing)})`]), sql``) : [];
  return {
    count: Number(counted.rows[0]?.count ?? 0),
    result: [...rows, ...added].map((row) => ({
      value: row['choice_value'],
      text: row['choice_text'] ?? '',
      extra: Object.fromEntries(Object.keys(field.extra ?? {}).map((key) => [key, toWire(field.kinds?.[key] ?? (key === 'active' ? 'boolean' : undefined), row[key])])),
    })),
  };
}

function textOf(field: RelationField): RawBuilder<unknown> {
  const parts = (field.text ?? []).map((column) => sql`coalesce(${sql.ref(`t.${column}`)}, '')`);
  return parts.length === 1 ? (parts[0] as RawBuilder<unknown>) : sql`trim(${sql.join(parts, sql` || ' ' || `)})`;
}

/** GET `distinct/<column>`: values present in rows the caller may see. */
export async function distinctValues(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const name = request.params['column'] ?? '';
  const field = definition.fields[name];
  if (!definition.distinctColumns?.includes(name) || !field || isRelation(field) || isComputed(field)) throw new HttpError(404, 'Not found');
  const { filter, limit } = parseChoiceQuery(request.q);
  const context = createResourceContext(deps, request);
  const column = sql.ref(`t.${columnOf(name, field)}`);
  const matches = filter === '' ? undefined : matchText(deps.metadata.dialect, column, `${escapeLike(filter)}%`);
  const where = allOf([definition.visible?.(context), sql`${column} is not null`, matches]);
  const emptyLast = field.kind === 'text' ? sql`case when ${column} = '' then 1 else 0 end, ` : sql``;
  const table = sql.table(definition.table);
  const [values, counted] = await Promise.all([
    sql<{ value: string | number }>`select ${column} as value from ${table} as t where ${where} group by ${column} order by ${emptyLast}${column} ${limit}`.execute(context.db),
    sql<{ count: number }>`select count(distinct ${column}) as count from ${table} as t where ${where}`.execute(context.db),
  ]);
  return { count: Number(counted.rows[0]?.count ?? 0), result: values.rows.map(({ value }) => ({ text: String(toWire(field.kind, value)), value: toWire(field.kind, value) })) };
}
