import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import SqliteFile from 'libsql';
import type { ChartDataResult } from '@orrery/sdk';
import { createToken } from '@orrery/sdk';
import type { ServerPluginContext } from '@orrery/sdk/server';
import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import type { ConformanceDataset, ConnectorSubject } from '@orrery/testing/server';
import { SAMPLE_DATASET } from '@orrery/testing/server';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import { DatabaseService } from '../../plugins/app/database/contract.ts';
import { DatasetService } from '../../plugins/app/dataset/contract.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Plugins a connector is tested with, besides those every contract test has. */
const ROOMS = ['data/sql', 'data/query', 'data/connector-postgresql', 'data/connector-mysql', 'data/connector-sqlite', 'data/connector-clickhouse', 'data/connector-trino'];

interface Inside {
  readonly ctx: ServerPluginContext;
  readonly databases: DatabaseService;
  readonly datasets: DatasetService;
}

/** The application all connectors of a test file share; started by the first that opens. */
export function createConnectorBench(): {
  open(engine: string, parameters: Parameters): Promise<ConnectorSubject>;
  /** A request of an administrator. */
  post(path: string, json: object): Promise<{ readonly status: number; readonly json: unknown; readonly text: string }>;
  close(): Promise<void>;
} {
  let inside: Inside | undefined;
  let started: Promise<TestApp> | undefined;

  const start = (): Promise<TestApp> => {
    const Bench = createToken<object>('bench', 'Bench', 1);
    const plugin = defineServerPlugin({
      requires: { databases: DatabaseService, datasets: DatasetService },
      provides: { bench: Bench },
      activate(ctx, { databases, datasets }) {
        inside = { ctx, databases, datasets };
        return { bench: {} };
      },
    });
    return startApp({ more: ROOMS, extra: [fakePlugin({ id: 'bench', dependencies: { database: '^0.1.0', dataset: '^0.1.0' } }, plugin)] });
  };

  async function subjectOf(app: TestApp, { ctx, databases, datasets }: Inside, engine: string, parameters: Parameters): Promise<ConnectorSubject> {
    const { id } = await databases.create({ database_name: `Conformance ${engine}`, backend: engine, parameters, allow_dml: true });
    const { connection, dialect } = await databases.connect(id);
    let table = 0;
    const virtual = new Map<string, Promise<number>>();
    const datasetOf = async (dataset: ConformanceDataset): Promise<number> => {
      if (dataset === 'table') return table;
      const known = virtual.get(dataset.sql) ?? datasets.create({ database_id: id, schema: null, table_name: `virtual ${engine} ${virtual.size}`, sql: dataset.sql, owners: [] }).then((created) => created.id);
      virtual.set(dataset.sql, known);
      return known;
    };
    return {
      connection,
      dialect,
      async addTable(schema, name) {
        table = (await datasets.create({ database_id: id, schema, table_name: name, owners: [app.adminId], ...SAMPLE_DATASET, main_dttm_col: 'ts' })).id;
        const { columns } = ((await app.admin.get(`/api/v1/dataset/${table}`)).json as { result: { columns: readonly Readonly<Record<string, unknown>>[] } }).result;
        const changed = columns.map((column) => ({ id: column['id'], column_name: column['column_name'], ...(column['column_name'] === 'ep' ? { is_dttm: true, python_date_format: 'epoch_s' } : {}) }));
        const { status, text } = await app.admin.request('PUT', `/api/v1/dataset/${table}`, { json: { columns: changed } });
        if (status !== 200) throw new Error(`PUT dataset answered ${status}: ${text}`);
      },
      async ask(query, dataset) {
        const { status, json, text } = await app.admin.request('POST', '/api/v1/chart/data', { json: { datasource: { id: await datasetOf(dataset), type: 'table' }, force: true, queries: [query] } });
        if (status !== 200) throw new Error(`${engine} answered ${status}: ${text}`);
        return (json as { result: readonly ChartDataResult[] }).result[0]!;
      },
      async probe(changes) {
        const code = await ctx.points.load(Connectors, engine);
        const probe = await code.open({ id: 0, uuid: 'probe', name: 'probe', parameters: { ...parameters, ...changes } });
        try {
          const execution = await probe.execute('SELECT 1', { mode: 'read', maxRows: 1, timeoutMs: 10_000, signal: new AbortController().signal });
          for await (const batch of execution.batches) if (batch.rowCount > 0) break;
        } finally {
          await probe.close();
        }
      },
      async close() {
        // The application closes what it opened.
      },
    };
  }

  return {
    async open(engine, parameters) {
      const app = await (started ??= start());
      if (engine === 'duckdb') (await DuckDBInstance.create(path.join(app.dataDir, String(parameters['file'])))).closeSync();
      if (engine === 'sqlite') {
        mkdirSync(path.join(app.dataDir, 'sqlite'), { recursive: true });
        new SqliteFile(path.join(app.dataDir, 'sqlite', String(parameters['file']))).exec('VACUUM');
      }
      return subjectOf(app, inside!, engine, parameters);
    },
    post: async (path, json) => (await (started ??= start())).admin.request('POST', path, { json }),
    async close() {
      await (await started)?.close();
    },
  };
}

/** Connection parameters of an address such as `mysql://user:password@host:3306/db`; undefined when a service is absent, which is printed. */
export function serverOf(variable: string): { readonly host: string; readonly port: number; readonly username: string; readonly password?: string; readonly database: string } | undefined {
  const address = process.env[variable];
  if (!address) {
    console.log(`skipped: connector tests, ${variable} names no server`);
    return undefined;
  }
  const { hostname, port, username, password, pathname } = new URL(address);
  return { host: hostname, port: Number(port), username, ...(password && { password: decodeURIComponent(password) }), database: pathname.slice(1) };
}
