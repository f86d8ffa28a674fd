import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Connection } from '../../../sdk/src/server/index.ts';
import { startApp } from '../../../tests/contract/start-app.ts';
import { insidePlugin } from './inside-plugin.ts';
import type { Figure } from '../figure.ts';
import { figure, median } from '../figure.ts';
import { RestSession } from './rest-session.ts';
import { percentile } from './timed.ts';

const ROUNDS = 300;

async function readAll(connection: Connection, sql: string): Promise<number> {
  const { batches } = await connection.execute(sql, { mode: 'read', maxRows: 100_000, timeoutMs: 10_000, signal: new AbortController().signal });
  let rows = 0;
  for await (const batch of batches) rows += batch.rowCount;
  return rows;
}

/** Chart data over HTTP less the same statement read through the connector, alternating, for 1,000 rows. */
export async function overheadFigures(): Promise<readonly Figure[]> {
  const inside = insidePlugin();
  const app = await startApp({ more: ['data/sql', 'data/query', 'app/security'], extra: [inside.plugin] });
  try {
    const instance = await DuckDBInstance.create(path.join(app.dataDir, 'bench.duckdb'));
    const writer = await instance.connect();
    await writer.run("CREATE TABLE facts AS SELECT i % 1000 AS place, TIMESTAMP '2024-01-01' + INTERVAL (i % 500) HOUR AS at, i % 97 AS amount FROM range(1000000) AS t(i)");
    writer.closeSync();
    instance.closeSync();
    const created = (await app.admin.request('POST', '/api/v1/database/', { json: { database_name: 'Bench', engine: 'duckdb', parameters: { file: 'bench.duckdb' } } })).json as { id: number };
    const dataset = (await app.admin.request('POST', '/api/v1/dataset/', { json: { database: created.id, schema: 'main', table_name: 'facts' } })).json as { id: number };
    const url = await app.kernel.listen({ host: '127.0.0.1', port: 0 });
    const session = new RestSession(url, [...app.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const question = { datasource: { id: dataset.id, type: 'table' }, force: true, queries: [{ columns: ['place'], metrics: ['count'], row_limit: 1000 }] };
    const { result } = JSON.parse(await session.post('/api/v1/chart/data', question)) as { result: { query: string; rowcount: number }[] };
    const statement = (result[0]?.query ?? '').replace(/[;\s]+$/, '');
    if (result[0]?.rowcount !== 1000) throw new Error(`The bench query answered ${result[0]?.rowcount} rows`);
    const { connection } = await inside.databases().connect(created.id);
    const [whole, alone]: [number[], number[]] = [[], []];
    for (let round = -20; round < ROUNDS; round += 1) {
      const start = performance.now();
      await readAll(connection, statement);
      const middle = performance.now();
      await session.post('/api/v1/chart/data', question);
      if (round < 0) continue;
      alone.push(middle - start);
      whole.push(performance.now() - middle);
    }
    return [
      figure('server.overhead.sql.p50', median(alone), 'ms, 1,000 rows in the engine'),
      figure('server.overhead.p50', median(whole) - median(alone), 'ms above it over HTTP', 3),
      figure('server.overhead.p99', percentile(whole, 0.99) - percentile(alone, 0.99), 'ms above it, p99 less p99', 8),
    ];
  } finally {
    await app.close();
  }
}
