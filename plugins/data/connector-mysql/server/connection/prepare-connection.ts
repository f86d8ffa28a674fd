import type { PoolConnection } from 'mysql2';
import type { ExecuteOptions } from '@orrery/sdk/server';
import { mysqlDialect } from '../dialect/mysql-dialect.ts';

/** How a connection is set at the moment; what is as wanted needs no word. */
interface State {
  readonly isMariaDb: boolean;
  mode: string;
  timeout: string;
  schema: string;
}

const states = new WeakMap<object, State>();

/** Settings under which texts would be read otherwise than {@link tokenize} does. */
const FOREIGN_MODES = /^(?:ANSI|ANSI_QUOTES|NO_BACKSLASH_ESCAPES|ORACLE|MSSQL|DB2|MAXDB|POSTGRESQL|MYSQL323|MYSQL40)$/;

/** Runs a statement of our own; answers its rows. */
export function run(connection: PoolConnection, sql: string, values?: readonly string[]): Promise<readonly (readonly unknown[])[]> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true, ...(values && { values: [...values] }) }, (error, rows) => (error ? reject(error) : resolve(Array.isArray(rows) ? (rows as unknown as readonly (readonly unknown[])[]) : [])));
  });
}

async function firstState(connection: PoolConnection): Promise<State> {
  const [[version, mode, schema] = []] = await run(connection, 'SELECT @@version, @@sql_mode, DATABASE()');
  const kept = String(mode).split(',').filter((name) => !FOREIGN_MODES.test(name));
  await run(connection, `SET SESSION sql_mode = ${mysqlDialect.literal(kept.join(','))}, time_zone = '+00:00'`);
  return { isMariaDb: /mariadb/i.test(String(version)), mode: '', timeout: '', schema: schema === null ? '' : String(schema) };
}

/** Brings a connection of the pool into the state a statement needs: time zone, syntax, rights, time limit, schema. */
export async function prepareConnection(connection: PoolConnection, options: Pick<ExecuteOptions, 'mode' | 'timeoutMs' | 'schema'>, database: string | undefined): Promise<void> {
  const key = (connection as { readonly connection?: object }).connection ?? connection;
  let state = states.get(key);
  if (!state) states.set(key, (state = await firstState(connection)));
  if (state.mode !== options.mode) {
    await run(connection, `SET SESSION TRANSACTION READ ${options.mode === 'read' ? 'ONLY' : 'WRITE'}`);
    state.mode = options.mode;
  }
  const ms = Math.max(1, Math.ceil(options.timeoutMs));
  const timeout = state.isMariaDb ? `max_statement_time = ${ms / 1000}` : `max_execution_time = ${ms}`;
  if (state.timeout !== timeout) {
    await run(connection, `SET SESSION ${timeout}`);
    state.timeout = timeout;
  }
  const schema = options.schema || database || '';
  if (schema && state.schema !== schema) {
    await run(connection, `USE ${mysqlDialect.identifier(schema)}`);
    state.schema = schema;
  }
}
