import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TestAnswer, TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { upload, zip } from '../contract/bundles.ts';
import { startApp, withQ } from '../contract/start-app.ts';
import type { TestApp } from '../contract/start-app.ts';
import { serverRooms } from '../support/server-rooms.ts';
import { RULE, writeFacts } from './facts.ts';
import { COLUMNS } from './random-sql.ts';

/** A dataset by what it shows: all rows under the rule, or only the allowed ones with no rule. */
export interface Twin {
  readonly ruled: number;
  readonly reference: number;
}

/** What all fuzzing runs against. */
export interface FuzzApp {
  readonly app: TestApp;
  readonly admin: TestClient;
  /** A Gamma user under the rule. */
  readonly gamma: TestClient;
  readonly twins: readonly Twin[];
  /** A dataset the Gamma user may not read. */
  readonly vault: number;
  /** A dataset the administrator may read, of a database nobody can reach. */
  readonly lost: number;
  /** A dashboard to keep filter states of. */
  readonly dashboard: number;
  /** Texts that must never come back. */
  readonly secrets: readonly string[];
  /** Faults nobody awaited; any is a failure. */
  readonly faults: unknown[];
  close(): Promise<void>;
}

/** Where the code lies; no answer may say. */
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const VIRTUAL = (table: string): string => `SELECT * FROM ${table} WHERE id >= 0`;
/** Puts what the caller sends into the text of the dataset itself. */
const TEMPLATE = (table: string): string => `SELECT * FROM ${table} WHERE product <> '{{ url_param('x', 'none') }}' {% if filter_values('region') %}AND region IN {{ filter_values('region')|where_in }}{% endif %}`;
/** A password of a database nobody can reach; what its driver says must not hold it. */
export const PASSWORD = 'pw-f0rb1dden-w0rd';

/** The real kernel with all server plugins, a table with rows to hide, and a user to hide them from. */
export async function startFuzzApp(): Promise<FuzzApp> {
  const secretKey = randomBytes(32).toString('base64');
  const app = await startApp({ more: serverRooms(['pack/examples']), config: { secretKey, logLevel: 'warn', featureFlags: { TAGGING_SYSTEM: true, EMBEDDED_SUPERSET: true, ENABLE_TEMPLATE_PROCESSING: true } } });
  await writeFacts(app.dataDir);
  const create = async (path: string, json: unknown, status = 201): Promise<number> => {
    const answer = await app.admin.request('POST', path, { json });
    if (answer.status !== status) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    return Number((answer.json as { id?: number } | undefined)?.id);
  };
  const database = await create('/api/v1/database/', { database_name: 'Facts', engine: 'duckdb', parameters: { file: 'facts.duckdb' } });

  async function dataset(table_name: string, sql?: string): Promise<number> {
    const id = await create('/api/v1/dataset/', { database, schema: 'main', table_name, ...(sql ? { sql } : {}) });
    const { result } = (await app.admin.get(`/api/v1/dataset/${id}`)).json as { result: { columns: { id: number; column_name: string; type: string }[]; metrics: { id: number; metric_name: string; expression: string }[] } };
    const answer = await app.admin.request('PUT', `/api/v1/dataset/${id}`, {
      json: {
        main_dttm_col: 'ts',
        fetch_values_predicate: 'qty IS NOT NULL',
        columns: [
          ...result.columns.map(({ id: column, column_name, type }) => ({ id: column, column_name, type, is_dttm: column_name === 'ts' })),
          { column_name: 'doubled', expression: 'qty * 2', type: 'BIGINT' },
          { column_name: 'shout', expression: 'upper(region)', type: 'VARCHAR' },
        ],
        metrics: [...result.metrics.map(({ id: metric, metric_name, expression }) => ({ id: metric, metric_name, expression })), { metric_name: 'total', expression: 'SUM(qty * price)' }, { metric_name: 'people', expression: 'COUNT(DISTINCT tenant)' }],
      },
    });
    if (answer.status !== 200) throw new Error(`PUT dataset answered ${answer.status}: ${answer.text}`);
    return id;
  }
  const twins: Twin[] = [
    { ruled: await dataset('facts'), reference: await dataset('allowed') },
    { ruled: await dataset('facts view', VIRTUAL('facts')), reference: await dataset('allowed view', VIRTUAL('allowed')) },
    { ruled: await dataset('facts template', TEMPLATE('facts')), reference: await dataset('allowed template', TEMPLATE('allowed')) },
  ];
  const vault = await create('/api/v1/dataset/', { database, schema: 'main', table_name: 'vault' });

  const lost = await importLost(app);
  const dashboard = await create('/api/v1/dashboard/', { dashboard_title: 'Fuzz', slug: 'fuzz-states', published: true });

  const gammaRole = await roleNamed(app, 'Gamma');
  const tenants = await create('/api/v1/security/roles/', { name: 'Tenants' });
  const pairs = await Promise.all(twins.map(({ ruled }) => pairOf(app, ruled)));
  await send(app, 'POST', `/api/v1/security/roles/${tenants}/permissions`, { permission_view_menu_ids: pairs });
  await create('/api/v1/rowlevelsecurity/', { name: 'Mine only', filter_type: 'Regular', tables: twins.map(({ ruled }) => ruled), roles: [tenants], clause: RULE });
  await create('/api/v1/security/users/', { username: 'gamma', first_name: 'G', last_name: 'Amma', email: 'gamma@test.invalid', password: 'secret-gamma', roles: [gammaRole, tenants], active: true });
  const gamma = app.client();
  await gamma.login('gamma');

  const faults: unknown[] = [];
  const onFault = (fault: unknown): void => void faults.push(fault);
  process.on('unhandledRejection', onFault);
  process.on('uncaughtException', onFault);
  return {
    app, admin: app.admin, gamma, twins, vault, lost, dashboard, faults,
    secrets: [secretKey, 'secret-root', 'secret-gamma', '$argon2', PASSWORD, app.dataDir, REPOSITORY, ...app.admin.cookies.values(), ...gamma.cookies.values()].filter((text) => text.length > 6),
    async close() {
      process.off('unhandledRejection', onFault);
      process.off('uncaughtException', onFault);
      await app.close();
    },
  };
}

/** Brings in a database with a password that no server listens for; creating one by hand would first connect. */
async function importLost(app: TestApp): Promise<number> {
  const [database, dataset, version] = ['99999999-0000-4000-8000-000000000001', '99999999-0000-4000-8000-000000000002', '1.0.0'];
  const bundle = await zip({
    'metadata.yaml': { version, type: 'SqlaTable', timestamp: '2025-01-01T00:00:00+00:00' },
    'databases/lost.yaml': { database_name: 'Lost', sqlalchemy_uri: 'postgresql://ann:XXXXXXXXXX@127.0.0.1:1/sales', uuid: database, version },
    'datasets/lost/facts.yaml': { table_name: 'lost facts', schema: 'public', uuid: dataset, version, database_uuid: database, main_dttm_col: 'ts', columns: COLUMNS.map((column_name) => ({ column_name, type: 'VARCHAR', is_dttm: column_name === 'ts' })), metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }] },
  });
  const answer = await upload(app, 'dataset', bundle, { fields: { passwords: JSON.stringify({ 'databases/lost.yaml': PASSWORD }) } });
  if (answer.status !== 200) throw new Error(`The lost database was not imported: ${JSON.stringify(answer.json)}`);
  const { ids } = (await app.admin.get(withQ('/api/v1/dataset/', { filters: [{ col: 'table_name', opr: 'eq', value: 'lost facts' }] }))).json as { ids: number[] };
  return Number(ids[0]);
}

async function send(app: TestApp, method: string, path: string, json: unknown): Promise<TestAnswer> {
  const answer = await app.admin.request(method, path, { json });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer;
}

async function roleNamed(app: TestApp, name: string): Promise<number> {
  const { ids } = (await app.admin.get(withQ('/api/v1/security/roles/', { filters: [{ col: 'name', opr: 'eq', value: name }] }))).json as { ids: number[] };
  return Number(ids[0]);
}

/** The pair that gives access to one dataset. */
async function pairOf(app: TestApp, dataset: number): Promise<number> {
  const { result } = (await app.admin.get(withQ('/api/v1/security/permissions-resources/', { page_size: 100, filters: [{ col: 'action', opr: 'eq', value: 'datasource_access' }, { col: 'subject', opr: 'ct', value: `(id:${dataset})` }] }))).json as { result: { id: number }[] };
  const pair = result[0];
  if (!pair) throw new Error(`No pair for dataset ${dataset}`);
  return pair.id;
}
