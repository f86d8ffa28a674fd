import { GenericType } from '@orrery/sdk';

/** What the protocol tells of a result's column. */
export interface FieldInfo {
  readonly name: string;
  readonly columnType?: number | undefined;
  readonly columnLength?: number | undefined;
  readonly characterSet?: number | undefined;
  readonly flags?: number | string[] | undefined;
}

const UNSIGNED = 32;
const BINARY_SET = 63;

/** Types by the protocol's numbers. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'DECIMAL', 1: 'TINYINT', 2: 'SMALLINT', 3: 'INTEGER', 4: 'FLOAT', 5: 'DOUBLE', 6: 'NULL', 7: 'TIMESTAMP', 8: 'BIGINT', 9: 'MEDIUMINT', 10: 'DATE', 11: 'TIME', 12: 'DATETIME', 13: 'YEAR',
  14: 'DATE', 15: 'VARCHAR', 16: 'BIT', 245: 'JSON', 246: 'DECIMAL', 247: 'ENUM', 248: 'SET', 249: 'TINYBLOB', 250: 'MEDIUMBLOB', 251: 'LONGBLOB', 252: 'BLOB', 253: 'VARCHAR', 254: 'CHAR', 255: 'GEOMETRY',
};

const NUMERIC = /^(?:DECIMAL|NUMERIC|TINYINT|SMALLINT|MEDIUMINT|INT|INTEGER|BIGINT|FLOAT|DOUBLE|YEAR|BIT)\b/;
const TEMPORAL = /^(?:DATE|DATETIME|TIMESTAMP)\b/;

/** Name of a result column's type. BOOLEAN is what TINYINT(1) is declared as; texts come as blobs with a character set. */
export function fieldType({ columnType = 253, columnLength = 0, characterSet = 0, flags = 0 }: FieldInfo): string {
  const isUnsigned = typeof flags === 'number' && (flags & UNSIGNED) !== 0;
  if ((columnType === 1 && columnLength === 1 && !isUnsigned) || (columnType === 16 && columnLength === 1)) return 'BOOLEAN';
  const name = NAMES[columnType] ?? 'VARCHAR';
  if (columnType >= 249 && columnType <= 252 && characterSet !== BINARY_SET) return 'TEXT';
  if ((columnType === 253 || columnType === 254) && characterSet === BINARY_SET) return columnType === 253 ? 'VARBINARY' : 'BINARY';
  return isUnsigned && /INT/.test(name) ? `${name} UNSIGNED` : name;
}

/** What is neither number, time nor boolean is text. */
export function genericOf(type: string): GenericType {
  if (type === 'BOOLEAN') return GenericType.Boolean;
  if (NUMERIC.test(type)) return GenericType.Numeric;
  return TEMPORAL.test(type) ? GenericType.Temporal : GenericType.String;
}

/** The catalog's spelling of a declared type as people write it: `int(11) unsigned` → `INT UNSIGNED`. */
export function declaredType(columnType: string): string {
  const lower = columnType.toLowerCase();
  if (/^(?:tinyint\(1\)|bit\(1\))$/.test(lower)) return 'BOOLEAN';
  if (/^(?:enum|set)\(/.test(lower)) return columnType.slice(0, columnType.indexOf('(')).toUpperCase();
  return lower.replace(/^((?:tiny|small|medium|big)?int|year)\(\d+\)/, '$1').replace(' zerofill', '').toUpperCase();
}
