import type { DatasetColumn, DatasetMetric, GenericType } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { ConvertAdvanced } from './advanced-filter.ts';
import type { ExpressionCheck } from './scan-sql.ts';
import { checkVirtualSql } from './scan-sql.ts';

/** A dataset as SQL sees it. */
export interface SqlSource {
  readonly dataset: DatasetRecord;
  readonly dialect: SqlDialect;
  /** What stands after FROM. */
  readonly from: string;
  /** Row-level security every statement over the source must hold; empty when it is part of `from`. */
  readonly conditions: readonly string[];
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  readonly metrics: ReadonlyMap<string, DatasetMetric>;
  /** How the texts of whoever asks are checked. */
  readonly adhoc: ExpressionCheck;
  /** Reads values of columns with an advanced data type; undefined while these are off. */
  readonly convert: ConvertAdvanced | undefined;
  /** Types of ad hoc x-axis expressions, asked of the engine before. */
  readonly expressionTypes: ReadonlyMap<string, GenericType>;
}

/** What else decides how a dataset is written. */
export interface SourceOptions {
  readonly expressionTypes?: ReadonlyMap<string, GenericType>;
  /** Sub-queries in the texts of whoever asks were admitted before. */
  readonly allowsSubqueries?: boolean;
  readonly convert?: ConvertAdvanced | undefined;
}

/**
 * Engines whose WHERE never sees aliases of the select list. To others a rule on a column the table lacks would mean an
 * alias the caller chose: there the rules stand below the select list.
 */
const HIDES_ALIASES = /^(?:postgres|mysql|mariadb|trino|presto|mssql|oracle)/i;

/**
 * Prepares a dataset for SQL; `rules` are finished conditions of row-level security.
 * Throws QueryError for a virtual dataset that is not one SELECT.
 */
export function createSource(dataset: DatasetRecord, dialect: SqlDialect, rules: readonly string[] = [], options: SourceOptions = {}): SqlSource {
  const sql = dataset.sql?.trim();
  const plain = sql ? `(${checkVirtualSql(sql, dialect.name)}\n) AS virtual_table` : dialect.qualify({ catalog: dataset.catalog, schema: dataset.schema, name: dataset.table_name });
  const isNested = rules.length > 0 && !HIDES_ALIASES.test(dialect.name);
  return {
    dataset,
    dialect,
    from: isNested ? `(SELECT * FROM ${plain} WHERE ${rules.join(' AND ')}\n) AS ${sql ? 'virtual_table' : dialect.identifier(dataset.table_name)}` : plain,
    conditions: isNested ? [] : rules,
    columns: new Map(dataset.columns.map((column) => [column.column_name, column])),
    metrics: new Map(dataset.metrics.map((metric) => [metric.metric_name, metric])),
    adhoc: { dialect: dialect.name, isTrusted: options.allowsSubqueries ?? false },
    convert: options.convert,
    expressionTypes: options.expressionTypes ?? new Map<string, GenericType>(),
  };
}
