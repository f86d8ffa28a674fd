import type { ResultColumn, TableDetails, TableKey, TableRef } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { ClickHouseServer } from '../connection/clickhouse-server.ts';
import { runQuery } from '../connection/run-query.ts';
import { clickhouseDialect } from '../dialect/clickhouse-dialect.ts';
import { genericOf } from '../result/column-types.ts';

const CATALOG_TIMEOUT_MS = 10_000;
const MAX_NAMES = 200_000;
const PLAIN_NAMES = /^\(?\s*[\w.`"]+(?:\s*,\s*[\w.`"]+)*\s*\)?$/;

const { literal, qualify } = clickhouseDialect;

/** Rows of a question of our own: not subject to admission. */
async function ask(server: ClickHouseServer, sql: string): Promise<readonly (readonly string[])[]> {
  const { batches } = await runQuery(server, sql, { mode: 'read', signal: new AbortController().signal, timeoutMs: CATALOG_TIMEOUT_MS, maxRows: MAX_NAMES });
  const rows: string[][] = [];
  for await (const { columns, rowCount } of batches) for (let row = 0; row < rowCount; row++) rows.push(columns.map((column) => String(column[row] ?? '')));
  return rows;
}

const databaseOf = (server: ClickHouseServer, schema: string | null | undefined): string => literal(schema || server.target.database || 'default');
const names = (rows: readonly (readonly string[])[]): readonly string[] => rows.map(([name]) => name ?? '');

export const readSchemas = async (server: ClickHouseServer): Promise<readonly string[]> => names(await ask(server, "SELECT name FROM system.databases WHERE name NOT IN ('INFORMATION_SCHEMA') ORDER BY name"));

export async function readTables(server: ClickHouseServer, schema: string | null | undefined): Promise<readonly { readonly name: string; readonly kind: 'table' | 'view' | 'materialized_view' }[]> {
  // Tables behind materialized views have names of their own making.
  const rows = await ask(server, `SELECT name, engine FROM system.tables WHERE database = ${databaseOf(server, schema)} AND NOT is_temporary AND NOT startsWith(name, '.inner') ORDER BY name`);
  return rows.map(([name, engine]) => ({ name: name ?? '', kind: engine === 'MaterializedView' ? 'materialized_view' : engine?.endsWith('View') ? 'view' : 'table' }));
}

/** Name, type, comment of each column, and whether the table is sorted by it. */
async function columnRows(server: ClickHouseServer, table: TableRef): Promise<readonly (readonly string[])[]> {
  const rows = await ask(server, `SELECT name, type, comment FROM system.columns WHERE database = ${databaseOf(server, table.schema)} AND table = ${literal(table.name)} ORDER BY position`);
  if (rows.length === 0) throw new ConnectorError('missing-table', `The table ${qualify(table)} does not exist.`);
  return rows;
}

export const readColumns = async (server: ClickHouseServer, table: TableRef): Promise<readonly ResultColumn[]> =>
  (await columnRows(server, table)).map(([name = '', type = '']) => ({ name, type, generic: genericOf(type) }));

/** Columns of a key that is a list of columns; none for one of expressions. */
const keyColumns = (expression: string): readonly string[] => (PLAIN_NAMES.test(expression) ? expression.replace(/^\(|\)$/g, '').split(',').map((name) => name.trim().replace(/^[`"]|[`"]$/g, '')) : []);

export async function readDetails(server: ClickHouseServer, table: TableRef): Promise<TableDetails> {
  const where = `database = ${databaseOf(server, table.schema)} AND`;
  const columns = await columnRows(server, table);
  const [[comment = '', sorting = ''] = []] = await ask(server, `SELECT comment, sorting_key FROM system.tables WHERE ${where} name = ${literal(table.name)}`);
  const indexes = await ask(server, `SELECT name, expr FROM system.data_skipping_indices WHERE ${where} table = ${literal(table.name)} ORDER BY name`);
  // A primary key of ClickHouse sorts and does not promise uniqueness, so it is told as an index.
  const keys: TableKey[] = [...(sorting ? [['sorting key', sorting] as const] : []), ...indexes.map(([name = '', expression = '']) => [name, expression] as const)].map(([name, expression]) => ({ kind: 'index', name, columns: keyColumns(expression) }));
  return { keys, comment: comment || null, columnComments: Object.fromEntries(columns.flatMap(([name = '', , text]) => (text ? [[name, text]] : []))) };
}

export const readFunctionNames = async (server: ClickHouseServer): Promise<readonly string[]> => names(await ask(server, 'SELECT DISTINCT name FROM system.functions ORDER BY name'));

/** Columns of an admitted SELECT; it does not run. */
export async function describeSelect(server: ClickHouseServer, sql: string, options: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly schema?: string | null }): Promise<readonly ResultColumn[]> {
  const { batches } = await runQuery(server, `DESCRIBE TABLE (${sql}\n)`, { ...options, mode: 'read', maxRows: 10_000 });
  const described: ResultColumn[] = [];
  for await (const { columns, rowCount } of batches) {
    for (let row = 0; row < rowCount; row++) {
      const [name, type] = [String(columns[0]![row]), String(columns[1]![row])];
      described.push({ name, type, generic: genericOf(type) });
    }
  }
  return described;
}
