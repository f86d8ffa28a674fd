import { ConnectorError } from '@orrery/sdk/server';
import type { Connection, SqlDialect, TableRef } from '@orrery/sdk/server';
import type { DuckDbConnection, DuckDbStage } from '../../../connector-duckdb/contract.ts';
import { quoteName } from '../columns/column-sql.ts';
import type { ShapedColumn } from '../columns/shape-table.ts';
import { SHAPED } from '../columns/shape-table.ts';
import type { UploadTarget } from '../form/read-options.ts';
import { uploadError } from '../upload-error.ts';
import { insertTable } from './insert-table.ts';

/** Where a table goes. */
export interface OpenTarget {
  readonly connection: Connection;
  readonly dialect: SqlDialect;
  readonly target: UploadTarget;
  readonly signal: AbortSignal;
}

/** What the caller is told of a table that is there. */
export const tableExists = (table: string, cause?: unknown): Error =>
  uploadError(`The table "${table}" already exists. Choose another name, or set already_exists to replace or append.`, cause);

async function requireColumns({ connection, target }: OpenTarget, ref: TableRef, columns: readonly ShapedColumn[]): Promise<void> {
  const known = new Set((await connection.columns(ref)).map(({ name }) => name.toLowerCase()));
  const unknown = columns.find(({ name }) => !known.has(name.toLowerCase()));
  if (unknown) throw uploadError(`The table "${target.table}" has no column "${unknown.name}". Leave the column out by columns_read, or replace the table.`);
}

async function publishDuckDb(stage: DuckDbStage, { connection, target }: OpenTarget): Promise<void> {
  const schema = target.schema ?? 'main';
  const name = `target.${quoteName(schema)}.${quoteName(target.table)}`;
  const statements: Readonly<Record<UploadTarget['ifExists'], string>> = {
    fail: `CREATE TABLE ${name} AS FROM ${SHAPED}`,
    replace: `CREATE OR REPLACE TABLE ${name} AS FROM ${SHAPED}`,
    append: `INSERT INTO ${name} BY NAME FROM ${SHAPED}`,
  };
  const exists = (await connection.tables(schema)).some((table) => table.name.toLowerCase() === target.table.toLowerCase());
  const statement = statements[target.ifExists === 'append' && !exists ? 'fail' : target.ifExists];
  await stage.publish((connection as DuckDbConnection).file, [statement]);
}

/**
 * Publishes the shaped table, all or nothing: as a new table, in place of one, or at its end.
 * Rejects with HttpError 422; the target is then as it was.
 */
export async function publishTable(stage: DuckDbStage, columns: readonly ShapedColumn[], to: OpenTarget): Promise<void> {
  const { connection, dialect, target } = to;
  const ref = { schema: target.schema, name: target.table };
  try {
    const isDuckDb = dialect.name === 'duckdb';
    const defaultSchema = isDuckDb ? 'main' : undefined;
    const existing = (await connection.tables(target.schema ?? defaultSchema ?? null)).find(({ name }) => (isDuckDb ? name.toLowerCase() === target.table.toLowerCase() : name === target.table));
    if (existing && target.ifExists === 'fail') throw tableExists(target.table);
    if (existing && existing.kind === 'view') throw uploadError(`"${target.table}" is a view. Files can be loaded into tables only.`);
    if (existing && target.ifExists === 'append') await requireColumns(to, ref, columns);
    if (isDuckDb) await publishDuckDb(stage, to);
    else await insertTable(stage, columns, to, existing !== undefined);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (target.ifExists === 'fail' && /already exists/i.test(error.message)) throw tableExists(target.table, error);
    throw uploadError(error.message, error);
  }
}

