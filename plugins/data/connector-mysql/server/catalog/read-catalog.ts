import type { ResultColumn, TableDetails, TableKey, TableRef } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import { run } from '../connection/prepare-connection.ts';
import type { ServerPool } from '../connection/pool-registry.ts';
import { Session } from '../connection/session.ts';
import { mysqlDialect } from '../dialect/mysql-dialect.ts';
import { declaredType, genericOf } from '../result/column-types.ts';
import { FUNCTION_NAMES } from './function-names.ts';

const CATALOG_TIMEOUT_MS = 10_000;

type Row = readonly (string | null)[];
type Ask = (sql: string, values?: readonly string[]) => Promise<readonly Row[]>;

/** Runs questions about the catalog on one connection. */
async function withCatalog<T>(pool: ServerPool, work: (ask: Ask) => Promise<T>): Promise<T> {
  const session = await Session.begin(pool, { signal: new AbortController().signal, timeoutMs: CATALOG_TIMEOUT_MS, mode: 'read' });
  try {
    const answer = await work(async (sql, values) => (await session.wait(() => run(session.connection, sql, values))).map((row) => row.map((value) => (value === null ? null : String(value)))));
    session.finish();
    return answer;
  } catch (error) {
    throw session.fail(error);
  }
}

const schemaOf = (pool: ServerPool, schema: string | null | undefined): string => schema || (pool.target.database ?? '');

export const readSchemas = (pool: ServerPool): Promise<readonly string[]> =>
  withCatalog(pool, async (ask) =>
    (await ask("SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT IN ('mysql', 'performance_schema', 'sys') ORDER BY 1")).map(([name]) => name ?? ''),
  );

export function readTables(pool: ServerPool, schema: string | null | undefined): Promise<readonly { readonly name: string; readonly kind: 'table' | 'view' }[]> {
  return withCatalog(pool, async (ask) => {
    const rows = await ask("SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ? AND table_type <> 'SEQUENCE' ORDER BY 1", [schemaOf(pool, schema)]);
    return rows.map(([name, type]) => ({ name: name ?? '', kind: type?.includes('VIEW') ? ('view' as const) : ('table' as const) }));
  });
}

/** Name, declared type and comment of each column. */
async function columnRows(ask: Ask, pool: ServerPool, table: TableRef): Promise<readonly Row[]> {
  const rows = await ask('SELECT column_name, column_type, column_comment FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position', [schemaOf(pool, table.schema), table.name]);
  if (rows.length === 0) throw new ConnectorError('missing-table', `The table ${mysqlDialect.qualify(table)} does not exist.`);
  return rows;
}

export function readColumns(pool: ServerPool, table: TableRef): Promise<readonly ResultColumn[]> {
  return withCatalog(pool, async (ask) =>
    (await columnRows(ask, pool, table)).map(([name, declared]) => {
      const type = declaredType(declared ?? '');
      return { name: name ?? '', type, generic: genericOf(type) };
    }),
  );
}

/** Rows that start with the same name, in order. */
function grouped(rows: readonly Row[]): readonly (readonly [string, readonly Row[]])[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row[0] ?? '', [...(groups.get(row[0] ?? '') ?? []), row]);
  return [...groups];
}

export function readDetails(pool: ServerPool, table: TableRef): Promise<TableDetails> {
  return withCatalog(pool, async (ask) => {
    const where = [schemaOf(pool, table.schema), table.name];
    const columns = await columnRows(ask, pool, table);
    const comment = (await ask('SELECT table_comment FROM information_schema.tables WHERE table_schema = ? AND table_name = ?', where))[0]?.[0];
    // An index over an expression has no column.
    const indexes = await ask('SELECT index_name, column_name FROM information_schema.statistics WHERE table_schema = ? AND table_name = ? ORDER BY index_name, seq_in_index', where);
    const foreign = await ask(
      'SELECT constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_schema = ? AND table_name = ? AND referenced_table_name IS NOT NULL ORDER BY constraint_name, ordinal_position',
      where,
    );
    const named = grouped(indexes).map(([name, rows]): TableKey => ({ kind: name === 'PRIMARY' ? 'pk' : 'index', name, columns: rows.flatMap(([, column]) => (column ? [column] : [])) }));
    const references = grouped(foreign).map(
      ([name, rows]): TableKey => ({
        kind: 'fk',
        name,
        columns: rows.map((row) => row[1] ?? ''),
        references: { table: { schema: rows[0]?.[2] ?? null, name: rows[0]?.[3] ?? '' }, columns: rows.map((row) => row[4] ?? '') },
      }),
    );
    return {
      keys: [...named.filter(({ kind }) => kind === 'pk'), ...references, ...named.filter(({ kind }) => kind === 'index')],
      comment: comment && comment !== 'VIEW' ? comment : null,
      columnComments: Object.fromEntries(columns.flatMap(([name, , text]) => (text ? [[name ?? '', text]] : []))),
    };
  });
}

/** Neither server lists its own functions everywhere; stored ones come from the catalog. */
export const readFunctionNames = (pool: ServerPool): Promise<readonly string[]> =>
  withCatalog(pool, async (ask) => {
    const stored = await ask("SELECT routine_name FROM information_schema.routines WHERE routine_type = 'FUNCTION' AND routine_schema = ?", [schemaOf(pool, null)]);
    return [...new Set([...FUNCTION_NAMES, ...stored.map(([name]) => name ?? '')])].sort();
  });
