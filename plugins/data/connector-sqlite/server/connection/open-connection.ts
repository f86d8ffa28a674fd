import type { Connection, ExecuteOptions, QueryExecution } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import { DISALLOWED_SQL_FUNCTIONS } from '../../../sql/contract.ts';
import { sqliteDialect } from '../../common/sqlite-dialect.ts';
import type { EnginePool } from '../supervisor/engine-pool.ts';
import { admit } from './admit.ts';
import { tableDetails } from './table-details.ts';

const CATALOG_TIMEOUT_MS = 10_000;
/** Rows from which the types of undeclared columns are told. */
const SAMPLE_ROWS = 100;

async function readAll(execution: QueryExecution): Promise<readonly (readonly unknown[])[]> {
  const rows: unknown[][] = [];
  for await (const batch of execution.batches) for (let row = 0; row < batch.rowCount; row++) rows.push(batch.columns.map((column) => column[row]));
  return rows;
}

/** A connection to a file; cheap, all connections share the pool. `fileOf` answers the path and checks it anew. */
export function openConnection(pool: EnginePool, analysis: SqlAnalysis, fileOf: () => string): Connection {
  const catalogOptions = () => ({ maxRows: 100_000, timeoutMs: CATALOG_TIMEOUT_MS, signal: new AbortController().signal });
  /** SQL of our own: not subject to admission. */
  const ask = async (sql: string): Promise<readonly (readonly unknown[])[]> => readAll(await pool.read(fileOf(), sql, catalogOptions()));
  const checkSchema = (schema?: string | null): void => {
    if (schema && schema.toLowerCase() !== 'main') throw new ConnectorError('missing-schema', `The schema ${schema} does not exist; SQLite files have only main.`);
  };
  const execute = async (sql: string, options: ExecuteOptions): Promise<QueryExecution> => {
    checkSchema(options.schema);
    const text = await admit(analysis, sql, options.mode);
    return options.mode === 'write' ? pool.write(fileOf(), text, options) : pool.read(fileOf(), text, options);
  };
  return {
    execute,
    async catalogs() {
      return [];
    },
    async schemas() {
      return ['main'];
    },
    async tables(schema) {
      checkSchema(schema);
      const rows = await ask("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'libsql\\_%' ESCAPE '\\' ORDER BY name");
      return rows.map(([name, kind]) => ({ name: String(name), kind: kind === 'view' ? ('view' as const) : ('table' as const) }));
    },
    async columns(table) {
      checkSchema(table.schema);
      const sql = `SELECT * FROM ${sqliteDialect.qualify({ schema: 'main', name: table.name })} LIMIT ${SAMPLE_ROWS}`;
      return (await execute(sql, { ...catalogOptions(), mode: 'read' })).columns;
    },
    details(table) {
      checkSchema(table.schema);
      return tableDetails(ask, sqliteDialect.literal(table.name));
    },
    async functionNames() {
      const denied = (DISALLOWED_SQL_FUNCTIONS['sqlite'] ?? []).map((name) => name.replace('*', ''));
      const rows = await ask('SELECT DISTINCT name FROM pragma_function_list ORDER BY name');
      return rows.map(([name]) => String(name)).filter((name) => /^\w+$/.test(name) && !denied.some((one) => name.startsWith(one)));
    },
    async describe(sql, options) {
      return (await execute(sql, { ...options, mode: 'read', maxRows: SAMPLE_ROWS })).columns;
    },
    async close() {
      // Engines belong to the pool and end when idle.
    },
  };
}
