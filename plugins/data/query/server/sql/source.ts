import type { DatasetColumn, DatasetMetric, GenericType } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import { checkVirtualSql } from './scan-sql.ts';

/** A dataset as SQL sees it. */
export interface SqlSource {
  readonly dataset: DatasetRecord;
  readonly dialect: SqlDialect;
  /** What stands after FROM. */
  readonly from: string;
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  readonly metrics: ReadonlyMap<string, DatasetMetric>;
  /** Types of ad hoc x-axis expressions, asked of the engine before. */
  readonly expressionTypes: ReadonlyMap<string, GenericType>;
}

/** Prepares a dataset for SQL. Throws QueryError for a virtual dataset that is not one SELECT. */
export function createSource(dataset: DatasetRecord, dialect: SqlDialect, expressionTypes: ReadonlyMap<string, GenericType> = new Map()): SqlSource {
  const sql = dataset.sql?.trim();
  return {
    dataset,
    dialect,
    from: sql ? `(${checkVirtualSql(sql)}\n) AS virtual_table` : dialect.qualify({ catalog: dataset.catalog, schema: dataset.schema, name: dataset.table_name }),
    columns: new Map(dataset.columns.map((column) => [column.column_name, column])),
    metrics: new Map(dataset.metrics.map((metric) => [metric.metric_name, metric])),
    expressionTypes,
  };
}
