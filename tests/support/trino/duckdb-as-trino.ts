import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { DuckDBArrayType, DuckDBListType, DuckDBMapType, DuckDBStructType, DuckDBTypeId } from '@duckdb/node-api';

/** A column type as Trino's protocol tells it. */
export interface FakeType {
  readonly type: string;
  readonly typeSignature: object;
}

const NAMES: Readonly<Partial<Record<DuckDBTypeId, string>>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean', [DuckDBTypeId.TINYINT]: 'tinyint', [DuckDBTypeId.SMALLINT]: 'smallint', [DuckDBTypeId.INTEGER]: 'integer', [DuckDBTypeId.BIGINT]: 'bigint', [DuckDBTypeId.HUGEINT]: 'bigint', [DuckDBTypeId.UBIGINT]: 'bigint',
  [DuckDBTypeId.FLOAT]: 'real', [DuckDBTypeId.DOUBLE]: 'double', [DuckDBTypeId.DATE]: 'date', [DuckDBTypeId.TIMESTAMP]: 'timestamp(3)', [DuckDBTypeId.TIMESTAMP_MS]: 'timestamp(3)', [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamp(3) with time zone', [DuckDBTypeId.BLOB]: 'varbinary', [DuckDBTypeId.TIME]: 'time(3)',
};

export function trinoTypeOf(type: DuckDBType): FakeType {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    const inner = trinoTypeOf(type.valueType);
    return { type: `array(${inner.type})`, typeSignature: { rawType: 'array', arguments: [{ kind: 'TYPE', value: inner.typeSignature }] } };
  }
  if (type instanceof DuckDBMapType) {
    const parts = [trinoTypeOf(type.keyType), trinoTypeOf(type.valueType)];
    return { type: `map(${parts.map((part) => part.type).join(', ')})`, typeSignature: { rawType: 'map', arguments: parts.map((part) => ({ kind: 'TYPE', value: part.typeSignature })) } };
  }
  if (type instanceof DuckDBStructType) {
    const fields = type.entryNames.map((name, at) => ({ name, ...trinoTypeOf(type.entryTypes[at]!) }));
    return { type: `row(${fields.map((field) => `${field.name} ${field.type}`).join(', ')})`, typeSignature: { rawType: 'row', arguments: fields.map((field) => ({ kind: 'NAMED_TYPE', value: { fieldName: { name: field.name }, typeSignature: field.typeSignature } })) } };
  }
  const name = type.typeId === DuckDBTypeId.DECIMAL ? String(type).toLowerCase() : (NAMES[type.typeId] ?? 'varchar');
  return { type: name, typeSignature: { rawType: name.replace(/\(.*?\)/, ''), arguments: [] } };
}

/** A value as it travels; `#1#` marks a number with more digits than a number holds. */
export function trinoValueOf(value: DuckDBValue, type: DuckDBType): unknown {
  if (value === null) return null;
  if (typeof value === 'bigint') return `#${value}#`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  if (typeof value !== 'object') return value;
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) return (value as { items: DuckDBValue[] }).items.map((item) => trinoValueOf(item, type.valueType));
  if (type instanceof DuckDBMapType) return Object.fromEntries((value as { entries: { key: DuckDBValue; value: DuckDBValue }[] }).entries.map((entry) => [String(entry.key), trinoValueOf(entry.value, type.valueType)]));
  if (type instanceof DuckDBStructType) return type.entryNames.map((name, at) => trinoValueOf((value as { entries: Record<string, DuckDBValue> }).entries[name] ?? null, type.entryTypes[at]!));
  if (type.typeId === DuckDBTypeId.BLOB) return Buffer.from((value as unknown as { bytes: Uint8Array }).bytes).toString('base64');
  if (type.typeId === DuckDBTypeId.TIMESTAMP_TZ) return `${new Date(Number((value as unknown as { micros: bigint }).micros / 1000n)).toISOString().slice(0, 23).replace('T', ' ')} UTC`;
  return String(value);
}

/** What DuckDB's complaints are called in Trino. */
export function trinoErrorOf({ message }: Error): object {
  const errorName = /^Parser Error/.test(message) ? 'SYNTAX_ERROR' : /Table with name/.test(message) ? 'TABLE_NOT_FOUND' : /Referenced column|Binder Error: (?:Table|Values list) .* column/.test(message) ? 'COLUMN_NOT_FOUND' : /schema/i.test(message) ? 'SCHEMA_NOT_FOUND' : 'GENERIC_USER_ERROR';
  return { message: `line 1:1: ${message}`, errorCode: 1, errorName, errorType: 'USER_ERROR' };
}
