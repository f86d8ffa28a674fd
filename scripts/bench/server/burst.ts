import { setTimeout as pause } from 'node:timers/promises';
import { GenericType } from '../../../sdk/src/common/index.ts';
import type { Connection } from '../../../sdk/src/server/index.ts';
import { Connectors } from '../../../sdk/src/server/index.ts';
import { startApp } from '../../../tests/contract/start-app.ts';
import { sqliteDialect } from '../../../plugins/data/connector-sqlite/contract.ts';
import type { Figure } from '../figure.ts';
import { figure } from '../figure.ts';
import { insidePlugin } from './inside-plugin.ts';
import { RestSession } from './rest-session.ts';

const CALLS = 500;
const QUERY_MS = 300;

/** 500 simultaneous equal queries that nobody asked before: how often the engine is asked. */
export async function burstFigures(): Promise<readonly Figure[]> {
  let executions = 0;
  const column = { name: 'n', type: 'INTEGER', generic: GenericType.Numeric };
  const counting: Connection = {
    async execute(sql) {
      const isCounted = sql.includes('GROUP BY') || sql.includes('count');
      if (isCounted) executions += 1;
      await pause(isCounted ? QUERY_MS : 0);
      const batch = { columns: [[1], [1]], rowCount: 1 };
      return { columns: [column, { ...column, name: 'count' }], batches: (async function* batches() { yield await Promise.resolve(batch); })() };
    },
    catalogs: async () => [],
    schemas: async () => ['main'],
    tables: async () => [{ name: 'facts', kind: 'table' }],
    columns: async () => [column],
    describe: async () => [column],
    close: async () => undefined,
  };
  const contribution = { engine: 'counting', title: 'Counting', parameters: { type: 'object', properties: {} }, uriSchemes: ['counting'] };
  const inside = insidePlugin((ctx) => void ctx.contribute(Connectors, 'counting', { dialect: sqliteDialect, open: async () => counting }), { 'database.connectors': [contribution] });
  const app = await startApp({ more: ['data/sql', 'data/query'], extra: [inside.plugin] });
  try {
    const database = await inside.databases().create({ database_name: 'Counting', backend: 'counting', parameters: {} });
    const dataset = (await app.admin.request('POST', '/api/v1/dataset/', { json: { database: database.id, schema: 'main', table_name: 'facts' } })).json as { id: number };
    const url = await app.kernel.listen({ host: '127.0.0.1', port: 0 });
    const session = new RestSession(url, [...app.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    executions = 0;
    const question = { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns: ['n'], metrics: ['count'], row_limit: 10 }] };
    await Promise.all(Array.from({ length: CALLS }, () => session.post('/api/v1/chart/data', question)));
    return [figure('server.burst.executions', executions, `executions of ${CALLS} equal cold queries`, 1)];
  } finally {
    await app.close();
  }
}
