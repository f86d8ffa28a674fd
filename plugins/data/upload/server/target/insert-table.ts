import { randomBytes } from 'node:crypto';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DuckDbStage } from '../../../connector-duckdb/contract.ts';
import { quoteName } from '../columns/column-sql.ts';
import type { ShapedColumn } from '../columns/shape-table.ts';
import { SHAPED } from '../columns/shape-table.ts';
import { createTableSql } from './create-table-sql.ts';
import type { OpenTarget } from './publish-table.ts';

/** Longest INSERT, in characters; connectors refuse statements beyond 262,144. */
const STATEMENT_LENGTH = 100_000;
const STATEMENT_TIMEOUT_MS = 120_000;

/** How a column leaves the stage: as what its literal is made of. */
function outgoing({ name, type, nativeType }: ShapedColumn): string {
  const column = quoteName(name);
  if (type === 'integer' || type === 'boolean') return column;
  if (type === 'double') return `CASE WHEN isfinite(${column}::DOUBLE) THEN ${column}::DOUBLE END`;
  if (type === 'bigint') return `${column}::VARCHAR`;
  if (type === 'date') return `strftime(${column}, '%Y-%m-%d')`;
  if (type === 'timestamp') return `strftime(${column}::TIMESTAMP, '%Y-%m-%d %H:%M:%S.%f')`;
  return nativeType === 'BLOB' ? `hex(${column})` : `${column}::VARCHAR`;
}

/** Loads the shaped table row by row into a table of a temporary name, then swaps it in: the old one is there until the new one is whole. */
export async function insertTable(stage: DuckDbStage, columns: readonly ShapedColumn[], { connection, dialect, target, signal }: OpenTarget, exists: boolean): Promise<void> {
  const run = async (sql: string): Promise<void> => {
    const { batches } = await connection.execute(sql, { mode: 'write', signal, timeoutMs: STATEMENT_TIMEOUT_MS, maxRows: 1, schema: target.schema });
    for await (const _batch of batches) break;
  };
  const named = (name: string): string => dialect.qualify({ schema: target.schema, name });
  const suffix = randomBytes(4).toString('hex');
  const [temporary, former] = [`upload_${suffix}`, `upload_${suffix}_old`];
  const rename = (from: string, to: string): Promise<void> => run(renameSql(dialect, target.schema, from, to));
  try {
    await run(createTableSql(dialect, named(temporary), columns));
    await fill(stage, columns, dialect, named(temporary), run);
    if (!exists) await rename(temporary, target.table);
    else if (target.ifExists === 'append') {
      const list = columns.map(({ name }) => dialect.identifier(name)).join(', ');
      // One statement: all rows or none.
      await run(`INSERT INTO ${named(target.table)} (${list}) SELECT ${list} FROM ${named(temporary)}`);
    } else {
      await rename(target.table, former);
      try {
        await rename(temporary, target.table);
      } catch (error) {
        await rename(former, target.table);
        throw error;
      }
      await run(`DROP TABLE ${named(former)}`);
    }
  } finally {
    await run(`DROP TABLE IF EXISTS ${named(temporary)}`).catch(() => undefined);
  }
}

function renameSql(dialect: SqlDialect, schema: string | null, from: string, to: string): string {
  const source = dialect.qualify({ schema, name: from });
  const whole = dialect.qualify({ schema, name: to });
  if (dialect.name === 'mysql' || dialect.name === 'clickhouse') return `RENAME TABLE ${source} TO ${whole}`;
  return `ALTER TABLE ${source} RENAME TO ${dialect.name === 'trino' ? whole : dialect.identifier(to)}`;
}

async function fill(stage: DuckDbStage, columns: readonly ShapedColumn[], dialect: SqlDialect, table: string, run: (sql: string) => Promise<void>): Promise<void> {
  const head = `INSERT INTO ${table} (${columns.map(({ name }) => dialect.identifier(name)).join(', ')}) VALUES `;
  const { batches } = await stage.query(`SELECT ${columns.map(outgoing).join(', ')} FROM ${SHAPED}`);
  let rows: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await run(head + rows.join(', '));
    rows = [];
    length = 0;
  };
  for await (const batch of batches) {
    for (let row = 0; row < batch.rowCount; row += 1) {
      const values = columns.map(({ type }, at) => {
        const value = batch.columns[at]?.[row] ?? null;
        // Whole numbers beyond 2^53 travel as text, to be written as numbers.
        return type === 'bigint' && typeof value === 'string' ? value : dialect.literal(value);
      });
      const text = `(${values.join(', ')})`;
      if (length + text.length > STATEMENT_LENGTH) await flush();
      rows.push(text);
      length += text.length + 2;
    }
  }
  await flush();
}
