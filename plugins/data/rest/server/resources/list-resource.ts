import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { HttpRequest, ResourceContext, ResourceDefinition } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { ResourceDb, ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { labelOf, onlyKeys, titleOf } from './describe-resource.ts';
import { filterConditions } from './filter-conditions.ts';
import { pageSizeOf, parseListQuery } from './parse-list-query.ts';
import type { ListQuery } from './parse-list-query.ts';
import { allOf, readRows, shapeRows } from './read-rows.ts';
import { fieldOf, selectColumns } from './select-columns.ts';

const REMEMBERED_COUNTS = 500;

/** Counts rows; a count is reused until anybody commits, so that paging through a big table counts once. */
export class RowCounter {
  private readonly known = new Map<string, { readonly version: string; readonly count: number }>();

  constructor(private readonly dataVersion: () => Promise<string>) {}

  async count(db: ResourceDb, table: string, where: RawBuilder<unknown>): Promise<number> {
    const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} as t where ${where}`;
    // Read before counting: a commit in between makes the count newer than its version, never older.
    const version = await this.dataVersion();
    const compiled = query.compile(db);
    const key = JSON.stringify([compiled.sql, compiled.parameters]);
    const known = this.known.get(key);
    if (known?.version === version) return known.count;
    const { rows } = await query.execute(db);
    const count = Number(rows[0]?.count ?? 0);
    this.known.delete(key);
    if (this.known.size >= REMEMBERED_COUNTS) this.known.delete(this.known.keys().next().value as string);
    this.known.set(key, { version, count });
    return count;
  }
}

/** GET of the collection (contract §0.5, §2.2). */
export async function listResource(deps: ResourceDeps, counter: RowCounter, definition: ResourceDefinition, request: HttpRequest): Promise<unknown> {
  const query = parseListQuery(request.q);
  const context = createResourceContext(deps, request);
  const where = allOf([definition.visible?.(context), ...filterConditions(definition, query.filters, context, deps.metadata.dialect)]);
  const columns = chosenColumns(definition, query);
  const selection = selectColumns(definition, columns);
  const size = pageSizeOf(query.pageSize, definition.maxPageSize);
  const page = size === undefined ? sql`` : sql` limit ${size} offset ${size * query.page}`;
  const order = orderBy(definition, query, context);
  const count = await counter.count(context.db, definition.table, where);
  // A search without a hit has looked at every row once already.
  const rows = count === 0 ? [] : await readRows(context, definition, selection.stored, where, sql`order by ${order}${page}`);
  const blocks = {
    list_columns: columns,
    order_columns: Object.keys(definition.orderColumns),
    label_columns: Object.fromEntries(columns.map((column) => [column, labelOf(column)])),
    description_columns: {},
    list_title: titleOf('List', definition.noun[1]),
  };
  return { count, ids: rows.map((row) => row['id']), ...onlyKeys(blocks, query.keys), result: await shapeRows(deps, context, definition, selection, rows) };
}

function chosenColumns(definition: ResourceDefinition, query: ListQuery): readonly string[] {
  const offered = query.selectColumns ? [...definition.listColumns, ...(definition.extraListColumns ?? [])] : definition.listColumns;
  const asked = query.selectColumns ?? query.columns;
  if (!asked) return offered;
  const names = new Set(asked);
  return offered.filter((column) => names.has(column) || names.has(fieldOf(definition, column)?.name ?? column));
}

function orderBy(definition: ResourceDefinition, query: ListQuery, context: ResourceContext): RawBuilder<unknown> {
  const [name, direction] = query.orderColumn === undefined ? definition.defaultOrder : [query.orderColumn, query.orderDirection];
  const order = Object.hasOwn(definition.orderColumns, name) ? definition.orderColumns[name] : query.orderColumn === undefined ? name : undefined;
  if (order === undefined) throw new HttpError(400, `Invalid order by column: ${name}`);
  const expression = typeof order === 'string' ? sql.ref(`t.${order}`) : order(context);
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  // By id among equals: otherwise a row could show on two pages, or on none.
  return expression === undefined || order === 'id' ? sql`t.id ${way}` : sql`${expression} ${way}, t.id ${way}`;
}
