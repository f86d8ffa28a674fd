import Database from 'libsql';
import { sqliteDialect } from '../../../plugins/data/connector-sqlite/contract.ts';
import { createSqlAnalysis } from '../../../plugins/data/sql/server/create-sql-analysis.ts';
import { createSqlWorker } from '../../../plugins/data/sql/server/worker/worker-client.ts';
import type { QueryInput } from './sales.ts';
import { SALES_COLUMNS, salesRows } from './sales-rows.ts';

/** A result by position. */
export interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The test dataset in SQLite. */
export interface SalesDatabase {
  run(sql: string): Rows;
  close(): void;
}

/** What SQL texts say. */
export const analysis = createSqlAnalysis(createSqlWorker());

function fill(database: Database.Database, table: string, query: unknown): void {
  database.exec(`CREATE TABLE ${table} (${SALES_COLUMNS})`);
  const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const row of salesRows(query)) insert.run(...row);
}

/** Opens a database in memory that has every table the query names, each with the test dataset's rows. */
export async function openSales(input: QueryInput): Promise<SalesDatabase> {
  const database = new Database(':memory:');
  fill(database, 'sales', input);
  const tables = input.sql === undefined ? [] : (await analysis.statements('sqlite', input.sql).catch(() => [])).flatMap(({ tables: read }) => read);
  for (const { schema, name } of [{ schema: input.schema ?? null, name: 'sales' }, ...tables]) {
    if (schema === null && name === 'sales') continue;
    if (schema !== null && !database.prepare('SELECT 1 FROM pragma_database_list WHERE name = ?').get(schema)) database.exec(`ATTACH ':memory:' AS ${sqliteDialect.identifier(schema)}`);
    fill(database, sqliteDialect.qualify({ schema, name }), input);
  }
  return {
    run(sql) {
      const statement = database.prepare(sql);
      return { names: statement.columns().map(({ name }) => name), rows: statement.raw().all() as unknown[][] };
    },
    close: () => database.close(),
  };
}
