import { ConnectorError } from '@orrery/sdk/server';
import type { DuckDbLoader, DuckDbStage } from '../../../../connector-duckdb/contract.ts';
import type { ParsedColumn, UploadFile, UploadParser } from '../../../contract.ts';
import { quote, quoteName } from '../../columns/column-sql.ts';
import { RAW } from '../../columns/shape-table.ts';
import { readRows } from '../../columns/type-columns.ts';
import { uploadError } from '../../upload-error.ts';
import { unpack } from './unpack.ts';

const describeFailure = (error: unknown): never => {
  // What the engine says names files of this server.
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/(['"])\/.*?\1/g, 'of the upload') : '';
  if (error instanceof ConnectorError && error.code !== 'cancelled') throw uploadError(`The file cannot be read as Parquet: ${reason}`, error);
  throw error;
};

/** Nested values and what only this engine knows travel as text. */
const isPlain = (type: string): boolean => /^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(.*\)|BOOLEAN|DATE|TIMESTAMP(?:_S|_MS|_NS)?|TIMESTAMP WITH TIME ZONE|VARCHAR|BLOB)$/.test(type);

async function filesOf(file: UploadFile): Promise<readonly string[]> {
  return /\.zip$/i.test(file.name) ? unpack(file) : [file.path];
}

async function columnsOf(stage: DuckDbStage, reader: string): Promise<readonly ParsedColumn[]> {
  const rows = await readRows(await stage.query(`SELECT column_name, column_type FROM (DESCRIBE FROM ${reader})`).catch(describeFailure)).catch(describeFailure);
  return rows.map(([name, type]) => ({ name: String(name), kind: 'native', nativeType: String(type) }));
}

/** Values a file may hold: a few bytes can stand for billions of them. */
const MAX_VALUES = 1_000_000_000;

async function requireBounded(stage: DuckDbStage, paths: readonly string[]): Promise<void> {
  const [[values] = []] = await readRows(await stage.query(`SELECT CAST(sum(num_values) AS DOUBLE) FROM parquet_metadata([${paths.map(quote).join(', ')}])`).catch(describeFailure)).catch(describeFailure);
  if (Number(values) > MAX_VALUES) throw uploadError(`The file holds ${Number(values)} values; at most ${MAX_VALUES} are accepted.`);
}

const readerOf = (paths: readonly string[]): string => `read_parquet([${paths.map(quote).join(', ')}], union_by_name = true)`;

/** Reads Parquet files, and archives of them, with the engine's reader. */
export function columnarParser(loader: DuckDbLoader): UploadParser {
  return {
    async preview(file) {
      const paths = await filesOf(file);
      const columns = await loader.stage((stage) => columnsOf(stage, readerOf(paths)), AbortSignal.timeout(60_000));
      return [{ sheet_name: null, column_names: columns.map(({ name }) => name) }];
    },
    async parse(file, _options, stage) {
      const paths = await filesOf(file);
      await requireBounded(stage, paths);
      const reader = readerOf(paths);
      const columns = await columnsOf(stage, reader);
      const select = columns.map(({ name, nativeType = '' }, at) => `${isPlain(nativeType) ? quoteName(name) : `CAST(${quoteName(name)} AS VARCHAR)`} AS c${at}`);
      await stage.run([`CREATE TABLE ${RAW} AS SELECT ${select.join(', ')} FROM ${reader}`]).catch(describeFailure);
      return { columns: columns.map((column) => (isPlain(column.nativeType ?? '') ? column : { ...column, nativeType: 'VARCHAR' })) };
    },
  };
}
