import type { ColumnType, UploadOptions } from '../../contract.ts';
import { fieldError } from '../upload-error.ts';

/** What to do when the table is there. */
export type IfExists = 'fail' | 'replace' | 'append';

/** Names of column types as data frames call them, by ours. */
const TYPE_NAMES: readonly (readonly [RegExp, ColumnType])[] = [
  [/^u?int(?:8|16|32)$|^integer$/i, 'integer'],
  [/^u?int(?:64)?$|^bigint$/i, 'bigint'],
  [/^(?:float|double|number|decimal|numeric)(?:16|32|64)?$/i, 'double'],
  [/^bool(?:ean)?$/i, 'boolean'],
  [/^date$/i, 'date'],
  [/^(?:datetime(?:64)?(?:\[.*\])?|timestamp)$/i, 'timestamp'],
  [/^(?:str|string|object|text|category|varchar)$/i, 'text'],
];

type Fields = ReadonlyMap<string, string>;

function flag(fields: Fields, name: string, otherwise: boolean): boolean {
  const text = fields.get(name)?.trim().toLowerCase();
  if (text === undefined || text === '') return otherwise;
  if (['true', 't', 'yes', 'y', 'on', '1'].includes(text)) return true;
  if (['false', 'f', 'no', 'n', 'off', '0'].includes(text)) return false;
  throw fieldError(name, 'Not a valid boolean.');
}

function integer(fields: Fields, name: string, least: number): number | null {
  const text = fields.get(name)?.trim();
  if (!text || text === 'null') return null;
  if (!/^[+-]?\d{1,15}$/.test(text)) throw fieldError(name, 'Not a valid integer.');
  const value = Number(text);
  if (value < least) throw fieldError(name, `Must be greater than or equal to ${least}.`);
  return value;
}

const text = (fields: Fields, name: string): string | null => fields.get(name) || null;

/** `a,b` or a JSON list, or the field repeated as JSON by clients that cannot help it. */
function list(fields: Fields, name: string): readonly string[] | null {
  const given = fields.get(name);
  if (given === undefined || given === '') return null;
  if (/^\s*\[/.test(given)) {
    try {
      const value: unknown = JSON.parse(given);
      if (Array.isArray(value)) return value.map(String);
    } catch {
      // A list whose first name begins with a bracket.
    }
  }
  return given.split(',').map((item) => item.trim());
}

function typesOf(fields: Fields): Readonly<Record<string, ColumnType>> {
  const given = fields.get('column_data_types');
  if (!given) return {};
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw fieldError('column_data_types', 'Invalid JSON format for column_data_types');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fieldError('column_data_types', 'Must be a JSON object of columns and types, e.g. {"id": "Int64"}.');
  return Object.fromEntries(
    Object.entries(value).map(([column, name]) => {
      const found = TYPE_NAMES.find(([pattern]) => typeof name === 'string' && pattern.test(name));
      if (!found) throw fieldError('column_data_types', `Unknown type "${String(name)}" of the column "${column}". Known are Int64, Float64, boolean, datetime64, date and string.`);
      return [column, found[1]];
    }),
  );
}

function delimiterOf(fields: Fields): string {
  const given = fields.get('delimiter');
  if (!given) return ',';
  const delimiter = given === '\\t' || given.toLowerCase() === 'tab' ? '\t' : given;
  if (Buffer.byteLength(delimiter) > 4 || /["\r\n\0]/.test(delimiter)) throw fieldError('delimiter', 'Must be one to four bytes, and neither a quote nor a line break.');
  return delimiter;
}

function decimalOf(fields: Fields): string {
  const decimal = fields.get('decimal_character') || '.';
  if ([...decimal].length !== 1 || /[\d+\-eE"\s]/.test(decimal)) throw fieldError('decimal_character', 'Must be one character that is no digit, sign or letter e.');
  return decimal;
}

/** Reads the options of a form; HttpError 400 names the field at fault (contract §1.5). */
export function readOptions(fields: Fields): UploadOptions {
  const headerRow = integer(fields, 'header_row', -1);
  return {
    delimiter: delimiterOf(fields),
    headerRow: headerRow === -1 ? null : (headerRow ?? 0),
    indexColumn: text(fields, 'index_column'),
    indexLabel: text(fields, 'index_label'),
    dataframeIndex: flag(fields, 'dataframe_index', false),
    columnsRead: list(fields, 'columns_read'),
    columnDates: list(fields, 'column_dates') ?? [],
    columnTypes: typesOf(fields),
    dayFirst: flag(fields, 'day_first', false),
    skipBlankLines: flag(fields, 'skip_blank_lines', true),
    skipInitialSpace: flag(fields, 'skip_initial_space', false),
    skipRows: integer(fields, 'skip_rows', 0) ?? 0,
    rowsToRead: integer(fields, 'rows_to_read', 1),
    nullValues: list(fields, 'null_values'),
    decimalCharacter: decimalOf(fields),
    sheetName: text(fields, 'sheet_name'),
  };
}

/** Where a file goes. */
export interface UploadTarget {
  readonly table: string;
  readonly schema: string | null;
  readonly ifExists: IfExists;
}

/** Reads what a form says of the table. */
export function readTarget(fields: Fields): UploadTarget {
  const table = fields.get('table_name');
  if (table === undefined) throw fieldError('table_name', 'Missing data for required field.');
  if (table === '' || table.length > 250 || /\p{Cc}/u.test(table)) throw fieldError('table_name', 'Length must be between 1 and 250, without control characters.');
  const ifExists = fields.get('already_exists') || 'fail';
  if (ifExists !== 'fail' && ifExists !== 'replace' && ifExists !== 'append') throw fieldError('already_exists', 'Must be one of: fail, replace, append.');
  return { table, schema: text(fields, 'schema'), ifExists };
}
