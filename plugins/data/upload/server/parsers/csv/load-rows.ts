import { ConnectorError } from '@orrery/sdk/server';
import type { DuckDbStage } from '../../../../connector-duckdb/contract.ts';
import { quote } from '../../columns/column-sql.ts';
import { RAW } from '../../columns/shape-table.ts';
import { readRows } from '../../columns/type-columns.ts';
import { uploadError } from '../../upload-error.ts';
import { scanRecords } from './scan-records.ts';

/** A text no field holds: fields that are missing are null, and nothing else. */
const NOTHING = '\u0001orrery-missing\u0001';
/** Longest line, in bytes. */
const LINE_BYTES = 16 * 1024 * 1024;
const PROBLEMS_SHOWN = 3;

/** Rows of a CSV file without a header. */
export interface RowsToLoad {
  readonly body: string;
  readonly columns: number;
  readonly delimiter: string;
  /** Lines of the caller's file before the body. */
  readonly linesBefore: number;
  /** Rows to stop after; null for all. */
  readonly rows: number | null;
  /** Line of the caller's file that a record (from 0, blank lines counted) of the body begins at. */
  lineOf(record: number): Promise<number>;
}

/** What the engine rejected, in the caller's words. */
function problemOf(type: string, message: string, columns: number): string {
  if (type === 'TOO MANY COLUMNS') return `has ${/Found: (\d+)/.exec(message)?.[1] ?? 'more'} fields, but there are ${columns} columns`;
  if (type === 'UNQUOTED VALUE') return 'has a quote that is not closed, or text after a closing quote';
  if (type === 'LINE SIZE OVER MAXIMUM') return `is longer than ${LINE_BYTES / 1024 / 1024} MB`;
  return message.split('\n')[0] ?? message;
}

function readerOf({ body, columns, delimiter }: RowsToLoad, isParallel: boolean): string {
  const names = Array.from({ length: columns }, (_, at) => `'c${at}': 'VARCHAR'`).join(', ');
  const settings = [
    'header = false', 'auto_detect = false', `delim = ${quote(delimiter)}`, `quote = '"'`, `escape = '"'`, `columns = {${names}}`, `nullstr = ${quote(NOTHING)}`,
    // Rows that are too short are filled up, those that are too long are reported: neither loses data.
    'null_padding = true', `parallel = ${isParallel}`, 'store_rejects = true', `rejects_limit = ${PROBLEMS_SHOWN}`, `max_line_size = ${LINE_BYTES}`, `buffer_size = ${2 * LINE_BYTES}`,
  ];
  return `read_csv(${quote(body)}, ${settings.join(', ')})`;
}

async function fill(stage: DuckDbStage, task: RowsToLoad, isParallel: boolean): Promise<void> {
  const limit = task.rows === null ? '' : ` LIMIT ${task.rows}`;
  // What was rejected is known only on the connection that read the file: the same list of statements.
  await stage.run([`CREATE TABLE ${RAW} AS FROM ${readerOf(task, isParallel)}${limit}`, 'CREATE TABLE rejected AS SELECT line, error_type, error_message FROM reject_errors']);
}

/**
 * Reading one line after the other is what the engine needs for quoted line breaks, but then a quote that is never closed
 * costs the rest of the file without a word: our own count of the records must be the same.
 */
async function fillInOrder(stage: DuckDbStage, task: RowsToLoad): Promise<void> {
  let records = 0;
  const unclosed = await scanRecords(task.body, task.delimiter, ({ isBlank }) => {
    if (!isBlank) records += 1;
    return task.rows !== null && records >= task.rows;
  });
  if (unclosed !== undefined) throw uploadError(`Line ${unclosed + task.linesBefore} has a quote that is not closed.`);
  await fill(stage, task, false);
  const [[loaded, rejected] = []] = await readRows(await stage.query(`SELECT (SELECT count(*) FROM ${RAW}), (SELECT count(DISTINCT line) FROM rejected)`));
  if (rejected === 0 && task.rows === null && loaded !== records) throw uploadError(`The file seems to hold ${records} rows, but ${String(loaded)} could be read. Check its quotes and the delimiter.`);
}

/** Loads rows as texts into table `raw`. A row that does not fit is an error with its line; none is passed over. */
export async function loadRows(stage: DuckDbStage, task: RowsToLoad): Promise<void> {
  const refusal = (error: unknown): Error => {
    const isFile = error instanceof ConnectorError && error.code !== 'cancelled' && error.code !== 'unavailable';
    return isFile ? uploadError(`The file cannot be read as CSV: ${(error.message.split('\n')[0] ?? '').replaceAll(task.body, 'the file')}`, error) : (error as Error);
  };
  try {
    await fill(stage, task, true).catch((error: unknown) => {
      if (error instanceof ConnectorError && /parallel/i.test(error.message)) return fillInOrder(stage, task);
      throw error;
    });
  } catch (error) {
    throw refusal(error);
  }
  const rejected = await readRows(await stage.query(`SELECT CAST(line AS BIGINT), error_type::VARCHAR, error_message FROM rejected ORDER BY line LIMIT ${PROBLEMS_SHOWN}`));
  if (rejected.length === 0) return;
  const problems: string[] = [];
  for (const [record, type, message] of rejected) problems.push(`Line ${await task.lineOf(Number(record) - 1)} ${problemOf(String(type), String(message), task.columns)}.`);
  throw uploadError(`${problems.join(' ')} Check the delimiter ${JSON.stringify(task.delimiter)}, or correct the file.`);
}
