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
}

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

/** Columns the database reports; the contract's 422 when the table or query is not there. */
export async function sourceColumns(databases: DatabaseService, source: DatasetSource): Promise<readonly ResultColumn[]> {
  const missing = (cause?: unknown) =>
    new HttpError(422, { message: { table_name: [`Table [${source.table_name}] does not exist, please double check your database connection, schema, and table name`] } }, cause);
  try {
    const { connection } = await databases.connect(source.database_id);
    try {
      const columns = await read(connection, source);
      if (columns.length === 0) throw missing();
      return columns;
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
