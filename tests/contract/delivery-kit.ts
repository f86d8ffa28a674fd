import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TestApp } from './start-app.ts';

/** Writes a database file with one table `big` of that many rows and answers the id of a dataset over it, and of its database. */
export async function addBigDataset(app: TestApp, rows: number): Promise<{ readonly dataset: number; readonly database: number }> {
  const instance = await DuckDBInstance.create(path.join(app.dataDir, 'big.duckdb'));
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE big AS SELECT i, TIMESTAMP '2024-01-01' + INTERVAL (i) SECOND AS ts, 'name ' || (i % 1000) AS name, CASE WHEN i % 7 = 0 THEN NULL ELSE i / 8 END AS value, i % 2 = 0 AS flag FROM range(${rows}) t(i)`,
  );
  connection.closeSync();
  instance.closeSync();
  const create = async (url: string, json: unknown): Promise<number> => {
    const answer = await app.admin.request('POST', url, { json });
    if (answer.status !== 201) throw new Error(`POST ${url} answered ${answer.status}: ${answer.text}`);
    return (answer.json as { id: number }).id;
  };
  const database = await create('/api/v1/database/', { database_name: 'Big', engine: 'duckdb', parameters: { file: 'big.duckdb' } });
  return { database, dataset: await create('/api/v1/dataset/', { database, schema: 'main', table_name: 'big' }) };
}

/** Asks over a real connection with the cookies of a client. */
export function realFetch(origin: string, client: TestApp['admin']) {
  return (pathname: string, init: { method?: string; json?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {}): Promise<Response> =>
    fetch(`${origin}${pathname}`, {
      method: init.method ?? (init.json === undefined ? 'GET' : 'POST'),
      headers: { accept: 'application/json', cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...(init.json === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers },
      ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
      ...(init.signal ? { signal: init.signal } : {}),
    });
}
