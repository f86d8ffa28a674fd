import type { ResultColumn, TableDetails, TableRef } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { TrinoServer } from '../client/trino-server.ts';
import { runQuery } from '../connection/run-query.ts';
import { trinoDialect } from '../dialect/trino-dialect.ts';
import { genericOf } from '../result/column-types.ts';

const CATALOG_TIMEOUT_MS = 20_000;
const MAX_NAMES = 200_000;

const { identifier, literal, qualify } = trinoDialect;

/** Rows of a question of our own: not subject to admission. */
async function ask(server: TrinoServer, sql: string): Promise<readonly (readonly string[])[]> {
  const { batches } = await runQuery(server, sql, { mode: 'read', signal: new AbortController().signal, timeoutMs: CATALOG_TIMEOUT_MS, maxRows: MAX_NAMES });
  const rows: string[][] = [];
  for await (const { columns, rowCount } of batches) for (let row = 0; row < rowCount; row++) rows.push(columns.map((column) => String(column[row] ?? '')));
  return rows;
}

const names = (rows: readonly (readonly string[])[]): readonly string[] => rows.map(([name]) => name ?? '');

function catalogOf(server: TrinoServer, catalog: string | null | undefined): string {
  const name = catalog || server.target.catalog;
  if (!name) throw new ConnectorError('missing-parameters', 'One or more parameters are missing: database', undefined, ['database']);
  return name;
}

/** A table with the parts the connection leaves to its defaults. */
function located(server: TrinoServer, { catalog, schema, name }: TableRef): { readonly catalog: string; readonly schema: string; readonly name: string } {
  return { catalog: catalogOf(server, catalog), schema: schema || server.target.schema || 'default', name };
}

/** Refuses a catalog that is not there, which a statement without tables would not notice. */
export async function requireCatalog(server: TrinoServer): Promise<void> {
  const { catalog } = server.target;
  if (!catalog) return;
  const found = await ask(server, `SELECT catalog_name FROM system.metadata.catalogs WHERE catalog_name = ${literal(catalog.toLowerCase())}`).catch((error: unknown) => {
    // Whoever may not look into the system catalog may still query.
    if (error instanceof ConnectorError && /^(?:refused|missing-table|missing-schema)$/.test(error.code)) return undefined;
    throw error;
  });
  if (found?.length === 0) throw new ConnectorError('unknown-database', `Unable to connect to catalog named "${catalog}".`, undefined, ['database']);
}

export const readCatalogs = async (server: TrinoServer): Promise<readonly string[]> => names(await ask(server, 'SELECT catalog_name FROM system.metadata.catalogs ORDER BY catalog_name'));

export const readSchemas = async (server: TrinoServer, catalog: string | null | undefined): Promise<readonly string[]> =>
  names(await ask(server, `SELECT schema_name FROM ${identifier(catalogOf(server, catalog))}.information_schema.schemata ORDER BY schema_name`));

export async function readTables(server: TrinoServer, schema: string | null | undefined, catalog: string | null | undefined): Promise<readonly { readonly name: string; readonly kind: 'table' | 'view' }[]> {
  const place = located(server, { catalog: catalog ?? null, schema: schema ?? null, name: '' });
  const rows = await ask(server, `SELECT table_name, table_type FROM ${identifier(place.catalog)}.information_schema.tables WHERE table_schema = ${literal(place.schema)} ORDER BY table_name`);
  return rows.map(([name, type]) => ({ name: name ?? '', kind: type?.includes('VIEW') ? ('view' as const) : ('table' as const) }));
}

export async function readColumns(server: TrinoServer, table: TableRef): Promise<readonly ResultColumn[]> {
  const { catalog, schema, name } = located(server, table);
  const rows = await ask(server, `SELECT column_name, data_type FROM ${identifier(catalog)}.information_schema.columns WHERE table_schema = ${literal(schema)} AND table_name = ${literal(name)} ORDER BY ordinal_position`);
  if (rows.length === 0) throw new ConnectorError('missing-table', `The table ${qualify(table)} does not exist.`);
  return rows.map(([column = '', type = '']) => ({ name: column, type, generic: genericOf(type) }));
}

/** Partition keys and comments; the cluster knows no other keys. */
export async function readDetails(server: TrinoServer, table: TableRef): Promise<TableDetails> {
  const place = located(server, table);
  const columns = await ask(server, `SHOW COLUMNS FROM ${qualify(place)}`);
  const where = `catalog_name = ${literal(place.catalog)} AND schema_name = ${literal(place.schema)} AND table_name = ${literal(place.name)}`;
  // Not every cluster lets everybody read its comments.
  const comment = (await ask(server, `SELECT comment FROM system.metadata.table_comments WHERE ${where}`).catch(() => []))[0]?.[0];
  const partition = columns.filter(([, , extra]) => /partition key/i.test(extra ?? '')).map(([name]) => name ?? '');
  return {
    keys: partition.length > 0 ? [{ kind: 'index', name: 'partition', columns: partition }] : [],
    comment: comment || null,
    columnComments: Object.fromEntries(columns.flatMap(([name = '', , , text]) => (text ? [[name, text]] : []))),
  };
}

export const readFunctionNames = async (server: TrinoServer): Promise<readonly string[]> => [...new Set(names(await ask(server, 'SHOW FUNCTIONS')))].sort();
