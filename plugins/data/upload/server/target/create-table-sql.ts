import type { SqlDialect } from '@orrery/sdk/server';
import type { ColumnType } from '../../contract.ts';
import type { ShapedColumn } from '../columns/shape-table.ts';

type TypeNames = Readonly<Record<ColumnType, string>>;

const STANDARD: TypeNames = { integer: 'INTEGER', bigint: 'BIGINT', double: 'DOUBLE PRECISION', boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', text: 'TEXT' };

/** What engines call the types where it is not the standard's word. */
const BY_ENGINE: Readonly<Record<string, Partial<TypeNames>>> = {
  mysql: { double: 'DOUBLE', timestamp: 'DATETIME(6)', text: 'LONGTEXT' },
  trino: { double: 'DOUBLE', timestamp: 'TIMESTAMP(6)', text: 'VARCHAR' },
  clickhouse: {
    integer: 'Nullable(Int32)', bigint: 'Nullable(Int64)', double: 'Nullable(Float64)', boolean: 'Nullable(Bool)', date: 'Nullable(Date32)', timestamp: 'Nullable(DateTime64(6))', text: 'Nullable(String)',
  },
};

const SUFFIX: Readonly<Record<string, string>> = { clickhouse: ' ENGINE = MergeTree ORDER BY tuple()', mysql: ' DEFAULT CHARACTER SET utf8mb4' };

/** CREATE TABLE for an engine. Pure. */
export function createTableSql(dialect: SqlDialect, table: string, columns: readonly ShapedColumn[]): string {
  const types: TypeNames = { ...STANDARD, ...BY_ENGINE[dialect.name] };
  return `CREATE TABLE ${table} (${columns.map(({ name, type }) => `${dialect.identifier(name)} ${types[type]}`).join(', ')})${SUFFIX[dialect.name] ?? ''}`;
}
