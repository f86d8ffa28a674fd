import type { ColumnType, UploadOptions } from '../../contract.ts';
import { NULL_VALUES } from './null-values.ts';

/** A text as DuckDB writes it. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as DuckDB writes it. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** How the texts of a file are read. */
export interface TextRules {
  readonly nullValues: readonly string[];
  readonly decimal: string;
  readonly dayFirst: boolean;
  readonly skipInitialSpace: boolean;
}

/** The rules a form asks for. */
export function rulesOf(options: UploadOptions, decimal = options.decimalCharacter): TextRules {
  return { nullValues: options.nullValues ?? NULL_VALUES, decimal, dayFirst: options.dayFirst, skipInitialSpace: options.skipInitialSpace };
}

const ISO_DATE = '\\d{4}-\\d{1,2}-\\d{1,2}';
const ISO_TIME = `${ISO_DATE}[ T]\\d{1,2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?\\s?(Z|UTC|[+-]\\d{2}(:?\\d{2})?)?`;
/** What may be a date in another order. */
export const LOOSE_DATE = '\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{1,4}([ T]\\d{1,2}:\\d{2}(:\\d{2})?( ?[AaPp][Mm])?)?';

const DAYS_FIRST = ['%d/%m/%Y', '%d.%m.%Y', '%d-%m-%Y', '%d/%m/%y', '%d.%m.%y'];
const MONTHS_FIRST = ['%m/%d/%Y', '%m-%d-%Y', '%m/%d/%y'];
const TIMES = ['', ' %H:%M:%S', ' %H:%M', ' %I:%M:%S %p', ' %I:%M %p'];

/** Formats of dates beside ISO, those preferred first. */
export function dateFormats(dayFirst: boolean): readonly string[] {
  const days = dayFirst ? [...DAYS_FIRST, ...MONTHS_FIRST] : [...MONTHS_FIRST, ...DAYS_FIRST];
  return [...days, '%Y/%m/%d', '%Y.%m.%d', '%Y%m%d'].flatMap((day) => TIMES.map((time) => day + time));
}

/** The value of a column as text, null where the rules say so. */
export function cleanText(column: string, rules: TextRules): string {
  const value = rules.skipInitialSpace ? `ltrim(${column})` : column;
  return rules.nullValues.length > 0 ? `CASE WHEN ${value} NOT IN (${rules.nullValues.map(quote).join(', ')}) THEN ${value} END` : value;
}

/** A text without anything in it is no number or date, whatever the rules say of texts. */
export function trimmed(clean: string): string {
  return `nullif(trim(${clean}), '')`;
}

const whole = '^[+-]?(0|[1-9]\\d{0,18})$';

/** Expression that is the value, or null where the text is none of that type; `text` is trimmed. */
export function convert(text: string, type: ColumnType, rules: TextRules, format?: string): string {
  const mark = `[${rules.decimal.replace(/[\\\]^-]/g, '\\$&')}]`;
  // Whole numbers beyond 17 digits would lose some; they are keys rather than numbers.
  const real = `^[+-]?(0|[1-9]\\d{0,16}|(0|[1-9]\\d*)${mark}\\d*|${mark}\\d+|(0|[1-9]\\d*)(${mark}\\d*)?[eE][+-]?\\d{1,3})$`;
  const only = (pattern: string, value: string): string => `CASE WHEN regexp_full_match(${text}, ${quote(pattern)}) THEN ${value} END`;
  if (format) return type === 'date' ? `CAST(try_strptime(${text}, ${quote(format)}) AS DATE)` : `CAST(try_strptime(${text}, ${quote(format)}) AS TIMESTAMP)`;
  switch (type) {
    case 'integer':
      return only(whole, `TRY_CAST(${text} AS INTEGER)`);
    case 'bigint':
      return only(whole, `TRY_CAST(${text} AS BIGINT)`);
    case 'double':
      return only(real, `TRY_CAST(${rules.decimal === '.' ? text : `replace(${text}, ${quote(rules.decimal)}, '.')`} AS DOUBLE)`);
    case 'boolean':
      return only('(?i)true|false', `lower(${text}) = 'true'`);
    case 'date':
      return only(ISO_DATE, `TRY_CAST(${text} AS DATE)`);
    case 'timestamp':
      return only(`${ISO_DATE}|${ISO_TIME}`, `TRY_CAST(replace(${text}, 'UTC', 'Z') AS TIMESTAMP)`);
    case 'text':
      return text;
  }
}

/** As `convert` for a type the caller asked for: leading zeros and spelled-out truth values are fine then. */
export function convertAsked(text: string, type: ColumnType, rules: TextRules, format?: string): string {
  if (format) return convert(text, type, rules, format);
  const number = rules.decimal === '.' ? text : `replace(${text}, ${quote(rules.decimal)}, '.')`;
  switch (type) {
    case 'integer':
      return `CASE WHEN regexp_full_match(${text}, '[+-]?\\d+(\\.0*)?') THEN TRY_CAST(${text} AS INTEGER) END`;
    case 'bigint':
      return `CASE WHEN regexp_full_match(${text}, '[+-]?\\d+(\\.0*)?') THEN TRY_CAST(regexp_replace(${text}, '\\.0*$', '') AS BIGINT) END`;
    case 'double':
      return `TRY_CAST(${number} AS DOUBLE)`;
    case 'boolean':
      return `CASE WHEN lower(${text}) IN ('true', 't', 'yes', 'y', '1') THEN true WHEN lower(${text}) IN ('false', 'f', 'no', 'n', '0') THEN false END`;
    default:
      return convert(text, type, rules);
  }
}
