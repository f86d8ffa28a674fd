import { mkdirSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { QueryExecution } from '@orrery/sdk/server';
import type { DuckDbLoader, DuckDbSource } from '../../contract.ts';
import type { EngineRegistry } from '../connection/engine-registry.ts';
import { duckDbDialect } from '../dialect/duckdb-dialect.ts';
import { splitStatements } from './split-statements.ts';

const LOAD_TIMEOUT_MS = 30 * 60_000;

function readerOf(source: DuckDbSource): string {
  const file = duckDbDialect.literal(source.path);
  if (source.format === 'parquet') return `read_parquet(${file})`;
  if (source.format === 'csv') return `read_csv(${file})`;
  return `read_json_auto(${file})`;
}

/** A select list stands for itself; a whole SELECT finds the file under the name `source`. */
function selectOf(source: DuckDbSource, select = '*'): string {
  if (/^\s*(?:select|from)\b/i.test(select)) return `WITH source AS (FROM ${readerOf(source)}) ${select}`;
  return `SELECT ${select} FROM ${readerOf(source)}`;
}

/** Fills tables of database files; see {@link DuckDbLoader}. */
export function createLoader(registry: EngineRegistry, dataDir: string): DuckDbLoader {
  const { identifier, literal } = duckDbDialect;
  const limits = { signal: new AbortController().signal, timeoutMs: LOAD_TIMEOUT_MS };
  return {
    async load(table, source, options) {
      const target = registry.pathOf(table.file);
      const folder = path.join(dataDir, 'tmp', 'duckdb');
      mkdirSync(folder, { recursive: true });
      mkdirSync(path.dirname(target), { recursive: true });
      const staging = path.join(folder, `load-${randomUUID()}.duckdb`);
      const schema = identifier(table.schema ?? 'main');
      try {
        return await registry.scratch(staging, async (engine) => {
          await engine.run({ kind: 'script', statements: [`CREATE TABLE staged AS ${selectOf(source, options?.select)}`] }, limits);
          const publish = [
            `ATTACH ${literal(target)} AS target`,
            `CREATE SCHEMA IF NOT EXISTS target.${schema}`,
            `CREATE OR REPLACE TABLE target.${schema}.${identifier(table.name)} AS FROM staged`,
            'CHECKPOINT target',
            'DETACH target',
          ];
          return { rows: await registry.pause(target, () => engine.run<number>({ kind: 'script', statements: publish }, limits)) };
        });
      } finally {
        for (const suffix of ['', '.wal']) rmSync(staging + suffix, { force: true });
      }
    },
    async stage(work, signal) {
      const folder = path.join(dataDir, 'tmp', 'duckdb');
      mkdirSync(folder, { recursive: true });
      const scratch = path.join(folder, `stage-${randomUUID()}.duckdb`);
      const bounds = { signal, timeoutMs: LOAD_TIMEOUT_MS };
      try {
        return await registry.scratch(scratch, (engine) => {
          const run = (statements: readonly string[]): Promise<number> => engine.run<number>({ kind: 'script', statements }, bounds);
          return work({
            run,
            query: (sql) => engine.run<QueryExecution>({ kind: 'query', sql, maxRows: Number.MAX_SAFE_INTEGER, admit: false }, bounds),
            publish(file, statements) {
              const target = registry.pathOf(file);
              // Whatever became of it, the file is free again: the engine ends with the work.
              return registry.pause(target, async () => {
                await run([`ATTACH ${literal(target)} AS target`]);
                return run([...statements, 'CHECKPOINT target']).finally(() => run(['DETACH target']).catch(() => undefined));
              });
            },
          });
        });
      } finally {
        for (const suffix of ['', '.wal']) rmSync(scratch + suffix, { force: true });
      }
    },
    async execute(file, sql) {
      mkdirSync(path.dirname(registry.pathOf(file)), { recursive: true });
      await registry.write(file, 'load', (engine) => engine.run({ kind: 'script', statements: [...splitStatements(sql), 'CHECKPOINT'] }, limits));
    },
  };
}
