import type { QueryExecution } from '@orrery/sdk/server';
import type { DuckDbStage } from '../../../connector-duckdb/contract.ts';
import type { ColumnType, ParsedColumn } from '../../contract.ts';
import { cleanText, convert, dateFormats, LOOSE_DATE, quote, trimmed } from './column-sql.ts';
import type { TextRules } from './column-sql.ts';

/** Type of a column, and how its dates are written when not as ISO. */
export interface TypedColumn {
  readonly type: ColumnType;
  readonly format?: string;
}

/** From the narrowest to the widest; the first that fits every value of a column is its type. */
const CANDIDATES: readonly ColumnType[] = ['integer', 'bigint', 'double', 'boolean', 'date', 'timestamp'];

/** All rows of a small result. */
export async function readRows(execution: QueryExecution): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const batch of execution.batches) for (let row = 0; row < batch.rowCount; row += 1) rows.push(batch.columns.map((column) => column[row]));
  return rows;
}

/** Columns examined in one statement. */
const COLUMNS_AT_ONCE = 40;

/** The values a column has, and how many of them each expression accepts. */
async function accepted(stage: DuckDbStage, table: string, text: string, expressions: readonly string[]): Promise<readonly number[]> {
  const counts = expressions.map((expression) => `count(${expression})`);
  return ((await readRows(await stage.query(`SELECT count(v), ${counts.join(', ')} FROM (SELECT ${text} AS v FROM ${table})`)))[0] ?? []).map(Number);
}

/** The one format that fits all values; of two the preferred one. */
async function dateFormat(stage: DuckDbStage, table: string, text: string, rules: TextRules): Promise<TypedColumn | undefined> {
  const formats = dateFormats(rules.dayFirst);
  const [total = 0, ...fitting] = await accepted(stage, table, text, formats.map((format) => `try_strptime(v, ${quote(format)})`));
  const at = fitting.findIndex((count) => total > 0 && count === total);
  const format = formats[at];
  return format === undefined ? undefined : { type: format.includes('%M') ? 'timestamp' : 'date', format };
}

/** Finds the types of the columns of a table of texts by looking at every value. Columns without values are text. */
export async function typeColumns(stage: DuckDbStage, table: string, columns: readonly ParsedColumn[], rules: TextRules): Promise<readonly TypedColumn[]> {
  const found: TypedColumn[] = [];
  for (let from = 0; from < columns.length; from += COLUMNS_AT_ONCE) {
    const part = columns.slice(from, from + COLUMNS_AT_ONCE);
    const names = part.map((_, at) => `c${from + at}`);
    const counts = names.flatMap((name) => [`count(${name})`, ...CANDIDATES.map((type) => `count(${convert(name, type, rules)})`), `count(CASE WHEN regexp_full_match(${name}, ${quote(LOOSE_DATE)}) THEN 1 END)`]);
    const texts = names.map((name, at) => `${part[at]?.kind === 'infer' ? trimmed(cleanText(name, rules)) : 'NULL::VARCHAR'} AS ${name}`);
    const [row = []] = await readRows(await stage.query(`SELECT ${counts.join(', ')} FROM (SELECT ${texts.join(', ')} FROM ${table})`));
    for (const at of part.keys()) {
      const [total = 0, ...rest] = row.slice(at * (CANDIDATES.length + 2), (at + 1) * (CANDIDATES.length + 2)).map(Number);
      const loose = rest.pop() ?? 0;
      const fits = CANDIDATES.find((_, index) => total > 0 && rest[index] === total);
      if (total === 0) found.push({ type: 'text' });
      else if (fits) found.push({ type: fits });
      else found.push((loose === total ? await dateFormat(stage, table, trimmed(cleanText(`c${from + at}`, rules)), rules) : undefined) ?? { type: 'text' });
    }
  }
  return found;
}

/** How the dates of a column the caller called temporal are written; undefined for ISO. */
export async function askedDate(stage: DuckDbStage, table: string, column: string, rules: TextRules, type: 'date' | 'timestamp' | undefined): Promise<TypedColumn> {
  const text = trimmed(cleanText(column, rules));
  const [total = 0, dates = 0, times = 0] = await accepted(stage, table, text, [convert('v', 'date', rules), convert('v', 'timestamp', rules)]);
  if (dates === total) return { type: type ?? 'date' };
  if (times === total) return { type: type ?? 'timestamp' };
  const formatted = await dateFormat(stage, table, text, rules);
  if (formatted) return { type: type ?? formatted.type, ...(formatted.format ? { format: formatted.format } : {}) };
  return { type: type ?? 'timestamp' };
}
