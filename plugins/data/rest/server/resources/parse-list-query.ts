import { HttpError } from '@orrery/sdk/server';

/** One entry of `filters`. */
export interface ListFilter {
  readonly col: string;
  readonly opr: string;
  readonly value: unknown;
}

/** The `q` of a list (contract §2.2). */
export interface ListQuery {
  readonly filters: readonly ListFilter[];
  readonly orderColumn: string | undefined;
  readonly orderDirection: 'asc' | 'desc';
  readonly page: number;
  readonly pageSize: number | undefined;
  /** Trims the answer. */
  readonly columns: readonly string[] | undefined;
  /** Trims query and answer. */
  readonly selectColumns: readonly string[] | undefined;
  /** Which metadata blocks to answer; undefined means all. */
  readonly keys: readonly string[] | undefined;
}

const DEFAULT_PAGE_SIZE = 20;
const DEFAULT_CAP = 100;

/** Reads and checks `q`. Refusals name the key. */
export function parseListQuery(q: unknown): ListQuery {
  const query = toRecord(q);
  // An empty list asks for nothing in particular, like none.
  const some = (key: string): readonly string[] | undefined => (texts(query, key)?.length === 0 ? undefined : texts(query, key));
  const columns = some('columns');
  const selectColumns = some('select_columns');
  if (columns && selectColumns) refuse('use columns or select_columns, not both');
  const orderColumn = query['order_column'];
  if (orderColumn !== undefined && typeof orderColumn !== 'string') refuse('order_column must be text');
  return {
    filters: filtersOf(query['filters']),
    orderColumn: orderColumn as string | undefined,
    orderDirection: directionOf(query['order_direction']),
    page: Math.max(0, integer(query, 'page') ?? 0),
    pageSize: integer(query, 'page_size'),
    columns,
    selectColumns,
    keys: some('keys'),
  };
}

/** Rows per page after the cap; undefined means everything. */
export function pageSizeOf(asked: number | undefined, cap = DEFAULT_CAP): number | undefined {
  const most = cap === -1 ? Number.POSITIVE_INFINITY : cap;
  const size = asked === undefined ? DEFAULT_PAGE_SIZE : asked < 1 || asked > most ? most : asked;
  return Number.isFinite(size) ? size : undefined;
}

/** The object of a `q`; absent is empty. */
export function toRecord(q: unknown): Readonly<Record<string, unknown>> {
  if (q === undefined || q === null) return {};
  if (typeof q !== 'object' || Array.isArray(q)) refuse('an object is expected');
  return q as Record<string, unknown>;
}

/** A list of texts under `key`. */
export function texts(query: Readonly<Record<string, unknown>>, key: string): readonly string[] | undefined {
  const value = query[key];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) refuse(`${key} must be a list of texts`);
  return value as string[];
}

/** An integer under `key`. */
export function integer(query: Readonly<Record<string, unknown>>, key: string): number | undefined {
  const value = query[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) refuse(`${key} must be an integer`);
  return value as number;
}

/** A `q` that must be a list of ids, e.g. of a bulk delete. */
export function idsOf(q: unknown): readonly number[] {
  if (!Array.isArray(q) || q.length === 0 || q.some((id) => !Number.isSafeInteger(id))) refuse('a list of ids is expected');
  return [...new Set(q as number[])];
}

/** A `q` that must be a list of names; Rison reads names of digits as numbers. */
export function namesOf(q: unknown): readonly string[] {
  if (!Array.isArray(q) || q.length === 0 || q.some((name) => typeof name !== 'string' && typeof name !== 'number')) refuse('a list of names is expected');
  if (hasNul(q)) refuse('a name holds a NUL');
  return [...new Set((q as (string | number)[]).map(String))];
}

function filtersOf(value: unknown): readonly ListFilter[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse('filters must be a list');
  return (value as unknown[]).map((item) => {
    const { col, opr, value: operand } = (item ?? {}) as { col?: unknown; opr?: unknown; value?: unknown };
    if (typeof col !== 'string' || typeof opr !== 'string') refuse('each filter needs col, opr and value');
    if (operand === undefined || operand === null || (typeof operand === 'object' && !Array.isArray(operand))) refuse(`the filter on ${String(col)} needs a text, number, boolean or list as value`);
    if (hasNul(operand)) refuse(`the value of ${String(col)} holds a NUL`);
    return { col: col as string, opr: opr as string, value: operand };
  });
}

/** PostgreSQL stores no NUL in texts, and refuses to be asked for one. */
export function hasNul(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasNul) : typeof value === 'string' && value.includes('\0');
}

function directionOf(value: unknown): 'asc' | 'desc' {
  if (value !== undefined && value !== 'asc' && value !== 'desc') refuse('order_direction must be asc or desc');
  return value === 'asc' ? 'asc' : 'desc';
}

function refuse(reason: string): never {
  throw new HttpError(400, `Not a valid rison schema ${reason}`);
}
