import type { DuckDbStage } from '../../../connector-duckdb/contract.ts';
import type { ColumnType, ParsedFile, UploadOptions } from '../../contract.ts';
import { uploadError } from '../upload-error.ts';
import { cleanText, convert, convertAsked, quoteName, rulesOf, trimmed } from './column-sql.ts';
import { nameColumns } from './name-columns.ts';
import { askedDate, readRows, typeColumns } from './type-columns.ts';
import type { TypedColumn } from './type-columns.ts';

/** Table of the stage that holds what a parser read. */
export const RAW = 'raw';
/** Table of the stage as it will be published. */
export const SHAPED = 'shaped';

/** A column of the table to publish. */
export interface ShapedColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** DuckDB's own type, for columns that came with one. */
  readonly nativeType?: string;
}

const NOUNS: Readonly<Record<ColumnType, string>> = {
  integer: 'a whole number below 2,147,483,648', bigint: 'a whole number', double: 'a number', boolean: 'true or false', date: 'a date', timestamp: 'a date or time', text: 'a text',
};

const NATIVE: readonly (readonly [RegExp, ColumnType])[] = [
  [/^U?(?:TINYINT|SMALLINT)$|^INTEGER$/, 'integer'],
  [/^(?:BIGINT|UINTEGER)$/, 'bigint'],
  [/^(?:FLOAT|DOUBLE|U?HUGEINT|UBIGINT|DECIMAL.*)$/, 'double'],
  [/^BOOLEAN$/, 'boolean'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP(?!.*\[)/, 'timestamp'],
];

interface Column {
  readonly source: string;
  readonly name: string;
  readonly expression: string;
  readonly type: ColumnType;
  readonly nativeType?: string;
}

/** Quotes at most so much of a value in a message. */
const excerpt = (value: unknown): string => JSON.stringify(String(value).slice(0, 80));

/** Rejects with the line and column of the first value that is none of its type. */
async function requireFitting(stage: DuckDbStage, parsed: ParsedFile, name: string, text: string, value: string, type: ColumnType): Promise<void> {
  const [row] = await readRows(await stage.query(`SELECT CAST(rowid AS BIGINT), ${text} FROM ${RAW} WHERE ${text} IS NOT NULL AND (${value}) IS NULL ORDER BY rowid LIMIT 1`));
  if (!row) return;
  const at = Number(row[0]);
  const where = parsed.lineOf ? `Line ${await parsed.lineOf(at)}` : `Row ${at + 1}`;
  throw uploadError(`${where}, column "${name}": ${excerpt(row[1])} is not ${NOUNS[type]}.`);
}

/**
 * Makes the table to publish of what a parser read: columns chosen, named, typed, the index put in its place.
 * `wanted`: types the target already has, by lower-case name. Rejects with HttpError 422 that names line and column.
 */
export async function shapeTable(stage: DuckDbStage, parsed: ParsedFile, options: UploadOptions, how: { readonly maxName: number; readonly wanted: ReadonlyMap<string, ColumnType> }): Promise<readonly ShapedColumn[]> {
  const rules = rulesOf(options, parsed.decimal);
  const names = nameColumns(parsed.columns.map(({ name }) => name), how.maxName);
  const lower = names.map((name) => name.toLowerCase());
  const indexOf = (name: string, field: string): number => {
    const exact = names.indexOf(name);
    const at = exact >= 0 ? exact : lower.indexOf(name.trim().toLowerCase());
    if (at < 0) throw uploadError(`${field}: the file has no column "${name}". It has ${names.slice(0, 50).map((one) => `"${one}"`).join(', ')}.`);
    return at;
  };
  const asked = new Map<number, ColumnType>();
  for (const [at, name] of lower.entries()) {
    const type = how.wanted.get(name);
    if (type) asked.set(at, type);
  }
  for (const [name, type] of Object.entries(options.columnTypes)) asked.set(indexOf(name, 'column_data_types'), type);
  const dates = new Set(options.columnDates.map((name) => indexOf(name, 'column_dates')));
  const read = options.columnsRead?.map((name) => indexOf(name, 'columns_read'));
  const indexAt = options.indexColumn === null ? undefined : indexOf(options.indexColumn, 'index_column');

  const types = await typeColumns(stage, RAW, parsed.columns, rules);
  const columnAt = async (at: number): Promise<Column> => {
    const { kind, nativeType = 'VARCHAR' } = parsed.columns[at] ?? { kind: 'infer' as const };
    const [source, name] = [`c${at}`, names[at] ?? `Unnamed: ${at}`];
    if (kind === 'native') {
      const type = NATIVE.find(([pattern]) => pattern.test(nativeType))?.[1] ?? 'text';
      return { source, name, expression: source, type, nativeType };
    }
    const clean = cleanText(source, rules);
    const text = trimmed(clean);
    const type = asked.get(at);
    if (type === 'text') return { source, name, expression: clean, type };
    if (type === 'date' || type === 'timestamp' || dates.has(at)) {
      const found = await askedDate(stage, RAW, source, rules, type === 'date' || type === 'timestamp' ? type : undefined);
      const expression = convert(text, found.type, rules, found.format);
      await requireFitting(stage, parsed, name, text, expression, found.type);
      return { source, name, expression, type: found.type };
    }
    if (type) {
      const expression = convertAsked(text, type, rules);
      await requireFitting(stage, parsed, name, text, expression, type);
      return { source, name, expression, type };
    }
    const found: TypedColumn = types[at] ?? { type: 'text' };
    return { source, name, expression: found.type === 'text' ? clean : convert(text, found.type, rules, found.format), type: found.type };
  };

  const columns: Column[] = [];
  for (const at of names.keys()) if ((read?.includes(at) ?? true) && at !== indexAt) columns.push(await columnAt(at));
  if (options.dataframeIndex) {
    const index = indexAt === undefined ? { source: 'rowid', name: 'index', expression: 'rowid', type: 'bigint' as const } : await columnAt(indexAt);
    columns.unshift({ ...index, name: options.indexLabel ?? index.name });
  }
  if (columns.length === 0) throw uploadError('No column of the file is left to load. Check columns_read and index_column.');
  const unique = nameColumns(columns.map(({ name }) => name), how.maxName);
  const select = columns.map(({ expression }, at) => `${expression} AS ${quoteName(unique[at] ?? '')}`);
  const limit = options.rowsToRead === null ? '' : ` LIMIT ${options.rowsToRead}`;
  await stage.run([`CREATE TABLE ${SHAPED} AS SELECT ${select.join(', ')} FROM ${RAW}${limit}`]);
  return columns.map(({ type, nativeType }, at) => ({ name: unique[at] ?? '', type, ...(nativeType === undefined ? {} : { nativeType }) }));
}

