import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TestApp } from './start-app.ts';

/** Writes a small database file into the data directory and answers the id of the database made of it. */
export async function addSalesDatabase(app: TestApp, name = 'Sales'): Promise<number> {
  const file = `${name.toLowerCase()}.duckdb`;
  const instance = await DuckDBInstance.create(path.join(app.dataDir, file));
  const connection = await instance.connect();
  await connection.run("CREATE TABLE sales AS SELECT * FROM (VALUES (TIMESTAMP '2024-01-01', 'north', 10, 1.5, true), (TIMESTAMP '2024-02-01', 'south', 20, 2.5, false), (TIMESTAMP '2024-03-01', NULL, 30, 3.5, true)) AS t(day, region, amount, rate, is_new)");
  await connection.run('CREATE TABLE regions AS SELECT 1 AS id, \'north\' AS name');
  await connection.run('CREATE VIEW totals AS SELECT region, sum(amount) AS total FROM sales GROUP BY region');
  connection.closeSync();
  instance.closeSync();
  const { status, json, text } = await app.admin.request('POST', '/api/v1/database/', { json: { database_name: name, engine: 'duckdb', parameters: { file } } });
  if (status !== 201) throw new Error(`POST database answered ${status}: ${text}`);
  return (json as { id: number }).id;
}

/** Creates a dataset over a table of {@link addSalesDatabase} and answers its id. */
export async function addDataset(app: TestApp, database: number, table_name: string): Promise<number> {
  const { status, json, text } = await app.admin.request('POST', '/api/v1/dataset/', { json: { database, schema: 'main', table_name } });
  if (status !== 201) throw new Error(`POST dataset answered ${status}: ${text}`);
  return (json as { id: number }).id;
}

/** Creates a chart and answers its id. */
export async function addChart(app: TestApp, datasource_id: number, slice_name: string, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/', { json: { slice_name, datasource_id, datasource_type: 'table', viz_type: 'table', params: '{"metrics":["count"]}', ...more } });
  if (status !== 201) throw new Error(`POST chart answered ${status}: ${text}`);
  return (json as { id: number }).id;
}
