import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'libsql';
import type { SqlDialect } from '../../../sdk/src/server/index.ts';
import { atGrain } from '../../../plugins/data/query/server/sql/column-sql.ts';
import { instantLiteral } from '../../../plugins/data/query/server/sql/filter-value.ts';
import { createSource } from '../../../plugins/data/query/server/sql/source.ts';
import { findDialect } from '../engines.ts';
import { SALES, flat } from '../sql/sales.ts';
import { isSameTree } from '../sql/sql-tree.ts';
import type { Check, Runners, Vector } from '../vector.ts';
import { outcome, readInstant } from '../vector.ts';

async function withDialect({ options }: Vector, run: (dialect: SqlDialect, engine: string) => Check | Promise<Check>): Promise<Check> {
  const engine = String(options['engine'] ?? 'sqlite');
  const dialect = await findDialect(engine);
  return dialect ? run(dialect, engine) : { skip: `there is no connector for ${engine} yet` };
}

type Evaluate = (expressionOver: (column: string) => string, moment: string) => Promise<unknown>;

/** Engines that run inside this process. */
const EVALUATE: Readonly<Record<string, Evaluate>> = {
  async sqlite(expressionOver, moment) {
    const database = new Database(':memory:');
    try {
      return (database.prepare(`SELECT ${expressionOver('c')} AS value FROM (SELECT ? AS c)`).raw().get(moment) as unknown[])[0];
    } finally {
      database.close();
    }
  },
  async duckdb(expressionOver, moment) {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    try {
      const reader = await connection.runAndReadAll(`SELECT strftime(${expressionOver('c')}, '%Y-%m-%d %H:%M:%S') FROM (SELECT CAST('${moment.replaceAll("'", "''")}' AS TIMESTAMP) AS c)`);
      return reader.getRows()[0]?.[0];
    } finally {
      connection.closeSync();
    }
  },
};

/** Time grains and moments as the engines write them (contract §4.3, §4.4). */
export const grainRunners: Runners = {
  time_grain: (vector) =>
    withDialect(vector, async (dialect, engine) => {
      const { column, time_grain: grain } = vector.input as { readonly column: string; readonly time_grain: string };
      const expected = vector.expected as { readonly select_expression?: string };
      const printed = await outcome(() => flat(atGrain(column, grain, createSource(SALES, dialect))));
      if (typeof printed !== 'string') return { actual: printed, expected };
      const isSame = expected.select_expression !== undefined && isSameTree(`SELECT ${printed}`, `SELECT ${flat(expected.select_expression)}`, engine);
      return { actual: isSame ? expected : { select_expression: printed }, expected };
    }),
  grain_value: (vector) =>
    withDialect(vector, async (dialect, engine) => {
      const evaluate = EVALUATE[engine];
      if (!evaluate) return { skip: `${engine} does not run in this process` };
      const grain = String(vector.options['time_grain']);
      return { actual: await outcome(() => evaluate((column) => atGrain(column, grain, createSource(SALES, dialect)), String(vector.input))), expected: vector.expected };
    }),
  temporal_literal: (vector) =>
    withDialect(vector, async (dialect) => {
      const { column_type: type = null, python_date_format: format = null } = vector.options as { readonly column_type?: string | null; readonly python_date_format?: string | null };
      const column = { id: 0, column_name: 'c', type, type_generic: 2 as const, is_dttm: true, filterable: true, groupby: true, python_date_format: format };
      return { actual: await outcome(() => instantLiteral(readInstant(String(vector.input)), column, createSource(SALES, dialect))), expected: vector.expected };
    }),
};
