import type { User } from '@orrery/sdk';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { Connection, ResultColumn } from '@orrery/sdk/server';
import type { DatabaseService } from '../../database/contract.ts';

/** What a dataset stands on: a table, or a SELECT. */
export interface DatasetSource {
  readonly database_id: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table_name: string;
  readonly sql: string | null;
  /** Names in upper case, where the engine keeps unquoted ones so, become lower case. */
  readonly normalize_columns?: boolean;
}

/** Whether two sources read different data; the name of a query is only a name. Pure. */
export function isOtherSource(a: DatasetSource, b: DatasetSource): boolean {
  const place = ({ database_id, catalog, schema, table_name, sql }: DatasetSource): string => JSON.stringify([database_id, catalog, schema, sql ?? '', sql ? '' : table_name]);
  return place(a) !== place(b);
}

/** A name as people write it on engines that keep unquoted names in upper case; names that need quotes stay. */
const normalized = (name: string): string => (/^[A-Z][A-Z0-9_$]*$/.test(name) ? name.toLowerCase() : name);

/** Longest time the database may take to name a query's columns, in milliseconds. */
const DESCRIBE_TIMEOUT_MS = 30_000;

async function read(connection: Connection, source: DatasetSource): Promise<readonly ResultColumn[]> {
  if (source.sql) {
    return connection.describe(source.sql, {
      mode: 'read',
      maxRows: 0,
      timeoutMs: DESCRIBE_TIMEOUT_MS,
      signal: AbortSignal.timeout(DESCRIBE_TIMEOUT_MS),
      catalog: source.catalog,
      schema: source.schema,
    });
  }
  return connection.columns({ catalog: source.catalog, schema: source.schema, name: source.table_name });
}

/** Columns the database reports to the caller, or to its stored account without one; the contract's 422 when the table or query is not there. */
export async function sourceColumns(databases: DatabaseService, source: DatasetSource, caller?: User): Promise<readonly ResultColumn[]> {
  const missing = (cause?: unknown) =>
    new HttpError(422, { message: { table_name: [`Table [${source.table_name}] does not exist, please double check your database connection, schema, and table name`] } }, cause);
  try {
    const { connection, dialect } = await databases.connect(source.database_id, caller);
    try {
      const columns = await read(connection, source);
      if (columns.length === 0) throw missing();
      return source.normalize_columns && dialect.upperCaseNames ? columns.map((column) => ({ ...column, name: normalized(column.name) })) : columns;
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === 'missing-table') throw missing(error);
    if (source.sql && error.code === 'refused') throw new HttpError(422, { message: { sql: ['Only `SELECT` statements are allowed'] } }, error);
    throw new HttpError(422, { message: { [source.sql ? 'sql' : 'database']: [error.message] } }, error);
  }
}
