import type { ExecuteOptions, QueryExecution, ResultBatch, ResultColumn, TableRef } from '@orrery/sdk/server';
import type { DuckDbConnection } from '../../contract.ts';
import { checkWriteText } from '../admission/admit-write.ts';
import { duckDbDialect } from '../dialect/duckdb-dialect.ts';
import type { EngineSupervisor } from '../supervisor/engine-supervisor.ts';
import type { EngineRegistry } from './engine-registry.ts';

const CATALOG_TIMEOUT_MS = 10_000;

async function readAll(execution: QueryExecution): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const batch of execution.batches) {
    for (let row = 0; row < batch.rowCount; row++) rows.push(batch.columns.map((column) => column[row]));
  }
  return rows;
}

/** A connection to a database file; cheap, all connections of a file share its engine. */
export function openConnection(registry: EngineRegistry, file: string): DuckDbConnection {
  const quoted = (value: string): string => duckDbDialect.literal(value);
  const reader = (): EngineSupervisor => registry.reader(file);
  /** SQL of our own over the engine's catalog: not subject to admission. */
  const ask = async (sql: string): Promise<unknown[][]> =>
    readAll(
      await reader().run<QueryExecution>({ kind: 'query', sql, maxRows: 100_000, admit: false }, { signal: new AbortController().signal, timeoutMs: CATALOG_TIMEOUT_MS }),
    );

  const write = async (sql: string, options: ExecuteOptions): Promise<QueryExecution> => {
    // Before readers are paused for it.
    checkWriteText(sql);
    return registry.write(file, 'write', async (engine) => {
      const execution = await engine.run<QueryExecution>({ kind: 'query', sql, maxRows: options.maxRows, admit: true }, options);
      const batches: ResultBatch[] = [];
      for await (const batch of execution.batches) batches.push(batch);
      await engine.run({ kind: 'script', statements: ['CHECKPOINT'] }, options);
      return {
        columns: execution.columns,
        batches: (async function* () {
          yield* batches;
        })(),
      };
    });
  };

  return {
    file,
    execute: (sql, options) =>
      options.mode === 'write' ? write(sql, options) : reader().run<QueryExecution>({ kind: 'query', sql, maxRows: options.maxRows, admit: true }, options),
    async catalogs() {
      return [];
    },
    async schemas() {
      const rows = await ask('SELECT schema_name FROM duckdb_schemas() WHERE NOT internal AND database_name = current_database() ORDER BY 1');
      const names = rows.map(([name]) => String(name));
      return names.includes('main') ? names : ['main', ...names];
    },
    async tables(schema) {
      const where = `NOT internal AND database_name = current_database() AND schema_name = ${quoted(schema ?? 'main')}`;
      const rows = await ask(
        `SELECT table_name, 'table' FROM duckdb_tables() WHERE ${where} UNION ALL SELECT view_name, 'view' FROM duckdb_views() WHERE ${where} ORDER BY 1`,
      );
      return rows.map(([name, kind]) => ({ name: String(name), kind: kind === 'view' ? ('view' as const) : ('table' as const) }));
    },
    columns: (table: TableRef) =>
      reader().run<readonly ResultColumn[]>(
        { kind: 'describe', sql: `SELECT * FROM ${duckDbDialect.qualify(table)}`, admit: true },
        { signal: new AbortController().signal, timeoutMs: CATALOG_TIMEOUT_MS },
      ),
    describe: (sql, options) => reader().run<readonly ResultColumn[]>({ kind: 'describe', sql, admit: true }, options),
    rewriteTables: (sql, replacements) =>
      reader().run<string>({ kind: 'rewrite', sql, replacements }, { signal: new AbortController().signal, timeoutMs: CATALOG_TIMEOUT_MS }),
    async close() {
      // The engine belongs to the file, not to one connection.
    },
  };
}
