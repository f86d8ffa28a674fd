import type { ResultColumn, TableDetails, TableKey, TableRef } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import { isDeniedFunction } from '../admission/denied-functions.ts';
import type { ServerPool } from '../connection/pool-registry.ts';
import { Session } from '../connection/session.ts';
import { postgresqlDialect } from '../dialect/postgresql-dialect.ts';
import { genericOf, shortTypeName } from '../result/column-types.ts';
import * as queries from './catalog-queries.ts';

const CATALOG_TIMEOUT_MS = 10_000;

type Row = readonly (string | null)[];
type Ask = (sql: string, values?: readonly string[]) => Promise<readonly Row[]>;

/** Runs questions about the catalog in one short transaction. */
export async function withCatalog<T>(pool: ServerPool, work: (ask: Ask) => Promise<T>): Promise<T> {
  const session = await Session.begin(pool, { signal: new AbortController().signal, timeoutMs: CATALOG_TIMEOUT_MS, mode: 'read' });
  try {
    const answer = await work(async (text, values = []) => (await session.wait(() => session.client.query<string[]>({ text, values: [...values], rowMode: 'array' }))).rows as unknown as readonly Row[]);
    await session.commit();
    return answer;
  } catch (error) {
    throw session.fail(error, '');
  }
}

const first = (rows: readonly Row[]): readonly string[] => rows.map(([name]) => name ?? '');

async function oidOf(ask: Ask, table: TableRef): Promise<string> {
  // Every part in quotes: what stands in the catalog is not folded to lower case again.
  const name = [table.schema, table.name].filter(Boolean).map((part) => `"${String(part).replaceAll('"', '""')}"`).join('.');
  const oid = (await ask(queries.TABLE_OID, [name]))[0]?.[0];
  if (!oid) throw new ConnectorError('missing-table', `The table ${postgresqlDialect.qualify(table)} does not exist.`);
  return oid;
}

export const readSchemas = (pool: ServerPool): Promise<readonly string[]> => withCatalog(pool, async (ask) => first(await ask(queries.SCHEMAS)));

export const readCatalogs = (pool: ServerPool): Promise<readonly string[]> => withCatalog(pool, async (ask) => first(await ask(queries.CATALOGS)));

export const readFunctionNames = (pool: ServerPool): Promise<readonly string[]> =>
  withCatalog(pool, async (ask) => first(await ask(queries.FUNCTIONS)).filter((name) => /^[a-z]\w*$/i.test(name) && !isDeniedFunction(name)));

export function readTables(pool: ServerPool, schema: string | null | undefined): Promise<readonly { readonly name: string; readonly kind: 'table' | 'view' | 'materialized_view' }[]> {
  return withCatalog(pool, async (ask) => {
    const where = schema ?? first(await ask(queries.DEFAULT_SCHEMA))[0] ?? 'public';
    return (await ask(queries.TABLES, [where])).map(([name, kind]) => ({ name: name ?? '', kind: kind === 'view' || kind === 'materialized_view' ? kind : 'table' }));
  });
}

export function readColumns(pool: ServerPool, table: TableRef): Promise<readonly ResultColumn[]> {
  return withCatalog(pool, async (ask) => {
    const rows = await ask(queries.COLUMNS, [await oidOf(ask, table)]);
    return rows.map(([name, type, oid]) => ({ name: name ?? '', type: shortTypeName(type ?? ''), generic: genericOf(Number(oid)) }));
  });
}

/** Rows of one key each, in their order, as keys. */
function keysOf(rows: readonly Row[]): readonly TableKey[] {
  const keys = new Map<string, { kind: 'pk' | 'fk'; columns: string[]; table: TableRef; referred: string[] }>();
  for (const [name, type, column, schema, referred, referredColumn] of rows) {
    const key = keys.get(name ?? '') ?? { kind: type === 'p' ? 'pk' : 'fk', columns: [], table: { schema: schema ?? null, name: referred ?? '' }, referred: [] };
    keys.set(name ?? '', key);
    key.columns.push(column ?? '');
    if (referredColumn) key.referred.push(referredColumn);
  }
  return [...keys].map(([name, { kind, columns, table, referred }]) => (kind === 'pk' ? { kind, name, columns } : { kind, name, columns, references: { table, columns: referred } }));
}

function indexesOf(rows: readonly Row[]): readonly TableKey[] {
  const indexes = new Map<string, string[]>();
  for (const [name, column] of rows) indexes.set(name ?? '', [...(indexes.get(name ?? '') ?? []), (column ?? '').replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll('""', '"'))]);
  return [...indexes].map(([name, columns]) => ({ kind: 'index', name, columns }));
}

export function readDetails(pool: ServerPool, table: TableRef): Promise<TableDetails> {
  return withCatalog(pool, async (ask) => {
    const oid = await oidOf(ask, table);
    const comment = (await ask(queries.TABLE_COMMENT, [oid]))[0]?.[0] ?? null;
    const columns = await ask(queries.COLUMNS, [oid]);
    const keys = [...keysOf(await ask(queries.KEYS, [oid])), ...indexesOf(await ask(queries.INDEXES, [oid]))];
    return { keys, comment, columnComments: Object.fromEntries(columns.flatMap(([name, , , text]) => (text ? [[name ?? '', text]] : []))) };
  });
}
