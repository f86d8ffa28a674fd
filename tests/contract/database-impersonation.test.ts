import { GenericType } from '@orrery/sdk';
import type { User } from '@orrery/sdk';
import { Connectors, defineServerPlugin } from '@orrery/sdk/server';
import type { Connection, ConnectorCode, ResultColumn } from '@orrery/sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { DatabaseService } from '../../plugins/app/database/contract.ts';
import { duckDbDialect } from '../../plugins/data/connector-duckdb/server/dialect/duckdb-dialect.ts';
import { upload, zip } from './bundles.ts';
import { addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

const STORED = 'the stored account';
/** In whose name connections were opened, in order. */
let opened: string[] = [];
let lastParameters: object = {};

const columns: readonly ResultColumn[] = [{ name: 'who', type: 'VARCHAR', generic: GenericType.String }];

/** An engine whose every row is the name of who asks. */
const connector: ConnectorCode = {
  dialect: { ...duckDbDialect, name: 'mirror' },
  async open({ parameters, impersonate }) {
    const who = impersonate?.username ?? STORED;
    opened.push(who);
    lastParameters = parameters;
    const connection: Connection = {
      execute: async () => ({ columns, batches: (async function* () { yield { columns: [[who]], rowCount: 1 }; })() }),
      catalogs: async () => [],
      schemas: async () => [`schema of ${who}`],
      tables: async () => [{ name: 'names', kind: 'table' }],
      columns: async () => columns,
      describe: async () => columns,
      close: async () => undefined,
    };
    return connection;
  },
};

const parameters = { type: 'object', properties: { host: { type: 'string' }, username: { type: 'string' }, password: { type: 'string', 'x-secret': true } } };
const mirror = fakePlugin(
  {
    id: 'connector-mirror', points: { 'database.connectors': 1 }, dependencies: { database: '^0.1.0' },
    contributes: { 'database.connectors': [{ engine: 'mirror', title: 'Mirror', uriSchemes: ['mirror'], parameters, supportsImpersonation: true }] },
  },
  defineServerPlugin({ activate: (ctx) => void ctx.contribute(Connectors, 'mirror', connector) }),
);
let databases: DatabaseService;
const reader = fakePlugin({ id: 'reader', dependencies: { database: '^0.1.0' } }, defineServerPlugin({ requires: { service: DatabaseService }, activate: (_ctx, { service }) => void (databases = service) }));

let app: TestApp;
let own: number;
let shared: number;
let duck: number;
const datasets = new Map<number, number>();

const create = async (json: object): Promise<{ status: number; id: number; json: unknown; text: string }> => {
  const answer = await app.admin.request('POST', '/api/v1/database/', { json });
  return { ...answer, id: (answer.json as { id: number }).id };
};
const put = (id: number, json: object) => app.admin.request('PUT', `/api/v1/database/${id}`, { json });

async function seenBy(client: TestClient, database: number, more: object = {}): Promise<{ status: number; text: string; who: unknown; cached: unknown; key: unknown }> {
  const { status, json, text } = await client.request('POST', '/api/v1/chart/data', { json: { datasource: { id: datasets.get(database), type: 'table' }, queries: [{ columns: ['who'], ...more }] }, csrf: false });
  const [item] = (json as { result?: { data: { who: unknown }[]; is_cached: boolean; cache_key: string }[] }).result ?? [];
  return { status, text, who: item?.data[0]?.who, cached: item?.is_cached, key: item?.cache_key };
}

beforeAll(async () => {
  app = await startApp({ more: ['data/query', 'app/import-export'], extra: [mirror, reader] });
  const base = { engine: 'mirror', configuration_method: 'dynamic_form', parameters: { host: 'h', username: 'service', password: 'secret' } };
  own = (await create({ ...base, database_name: 'Own', impersonate_user: true })).id;
  shared = (await create({ ...base, database_name: 'Shared' })).id;
  duck = await addSalesDatabase(app);
  for (const database of [own, shared]) {
    const { json } = await app.admin.request('POST', '/api/v1/dataset/', { json: { database, schema: 'main', table_name: 'names' } });
    datasets.set(database, (json as { id: number }).id);
  }
}, 60_000);
beforeEach(() => {
  opened = [];
});
afterAll(() => app.close());

describe('[contract §1.5] [DB-06] impersonate_user', () => {
  it('has charts read in the name of who looks at them, and keeps their results apart', async () => {
    const { client: ann } = await app.signedIn('ann', 'Alpha');
    const { client: bob } = await app.signedIn('bob', 'Alpha');
    const [first, second] = [await seenBy(ann, own), await seenBy(bob, own)];
    expect([first, second]).toMatchObject([{ status: 200, who: 'ann', cached: false }, { who: 'bob', cached: false }]);
    expect(first.key).not.toBe(second.key);
    expect([await seenBy(ann, own), await seenBy(bob, own)]).toMatchObject([{ who: 'ann', cached: true }, { who: 'bob', cached: true }]);
    // Also at once, and with a question of its own each.
    const names = await Promise.all([ann, bob, ann, bob].map((client, at) => seenBy(client, own, { row_limit: 10 + at })));
    expect(names.map(({ who }) => who)).toEqual(['ann', 'bob', 'ann', 'bob']);
    expect(opened.toSorted()).toEqual(['ann', 'bob']);
    expect([await seenBy(ann, shared), await seenBy(bob, shared)]).toMatchObject([{ who: STORED, cached: false }, { who: STORED, cached: true }]);
  });

  it('counts from the moment it is set', async () => {
    const { client: zoe } = await app.signedIn('zoe', 'Alpha');
    const query = { row_limit: 50 };
    for (const [isOwn, who] of [[true, 'root'], [false, STORED], [true, 'root']] as const) {
      expect((await put(shared, { impersonate_user: isOwn })).status).toBe(200);
      // Connections are kept for some seconds; what is cached meanwhile is never somebody else's.
      await expect.poll(async () => (await seenBy(app.admin, shared, query)).who, { timeout: 20_000, interval: 500 }).toBe(who);
      expect((await seenBy(zoe, shared, query)).who).not.toBe('root');
    }
    expect((await put(shared, { impersonate_user: false })).status).toBe(200);
    await expect.poll(async () => (await seenBy(zoe, shared, query)).who, { timeout: 20_000, interval: 500 }).toBe(STORED);
  }, 90_000);

  it('has schemas, tables and columns looked up in the same name', async () => {
    const { client: eve } = await app.signedIn('eve', 'Alpha');
    expect((await eve.get(`/api/v1/database/${own}/schemas/`)).json).toEqual({ result: ['schema of eve'] });
    expect((await eve.get(withQ(`/api/v1/database/${own}/tables/`, { schema_name: 'main' }))).status).toBe(200);
    expect((await eve.get(`/api/v1/database/${own}/table_metadata/?name=names&schema=main`)).status).toBe(200);
    expect((await app.admin.request('PUT', `/api/v1/dataset/${datasets.get(own)}/refresh`)).status).toBe(200);
    expect((await eve.request('POST', '/api/v1/dataset/get_or_create/', { json: { database_id: own, schema: 'main', table_name: 'fresh' } })).status).toBe(200);
    expect((await eve.get(`/datasource/external_metadata/table/${datasets.get(own)}/`)).status).toBe(200);
    expect(opened).toEqual(['eve', 'eve', 'eve', 'root', 'eve', 'eve']);
  });

  it('has connections tried the way they will be used', async () => {
    const tried = { engine: 'mirror', configuration_method: 'dynamic_form', parameters: { host: 'h' }, database_name: 'Tried' };
    for (const path of ['test_connection/', 'validate_parameters/']) {
      for (const impersonate_user of [true, false]) expect((await app.admin.request('POST', `/api/v1/database/${path}`, { json: { ...tried, impersonate_user } })).status).toBe(200);
    }
    expect(opened).toEqual(['root', STORED, 'root', STORED]);
    opened = [];
    expect((await put(own, { engine: 'mirror', parameters: { host: 'other', username: 'service' } })).status).toBe(200);
    expect(opened).toEqual(['root']);
    expect(lastParameters).not.toHaveProperty('impersonate_user');
  });

  it('leaves upkeep to the stored account', async () => {
    expect((await put(own, { extra: '{"allow_multi_catalog":true}' })).status).toBe(200);
    expect(opened).toEqual([STORED]);
    await databases.connect(own);
    expect(opened).toEqual([STORED, STORED]);
  });

  it('shows nobody without an account what the stored one sees', async () => {
    const visitor = { username: '', isAnonymous: true } as User;
    await expect(databases.connect(own, visitor)).rejects.toMatchObject({ code: 'access-denied', message: 'The database "Own" is asked in the name of each user. Sign in to read it.' });
    await expect(databases.connect(own, { username: 'a\0database\0x', isAnonymous: false })).rejects.toMatchObject({ code: 'access-denied' });
    expect((await databases.connect(shared, visitor)).database.id).toBe(shared);
    expect(opened).toEqual([STORED]);

    const db = app.kernel.metadata('test').db<{ ab_role: { id: number; name: string }; ab_permission_role: { role_id: number; action: string; subject: string } }>();
    const { id: role_id } = await db.selectFrom('ab_role').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
    for (const [action, subject] of [['can_read', 'Chart'], ['all_datasource_access', 'all_datasource_access']] as const) await db.insertInto('ab_permission_role').values({ role_id, action, subject }).onConflict((conflict) => conflict.doNothing()).execute();
    await app.kernel.permissions.invalidate();
    expect(await seenBy(app.client(), own)).toMatchObject({ status: 400, text: expect.stringContaining('Sign in to read it.') });
    expect(await seenBy(app.client(), shared)).toMatchObject({ status: 200, who: STORED });
  });
});

describe('[contract §1.5] engines without accounts of users', () => {
  const refusal = { status: 422, json: { message: { impersonate_user: [expect.stringMatching(/^DuckDB cannot be asked in the name of each user/)] } } };

  it('refuse impersonate_user wherever it is asked for', async () => {
    const wanted = { engine: 'duckdb', configuration_method: 'dynamic_form', parameters: { file: 'sales.duckdb' }, impersonate_user: true };
    expect(await create({ ...wanted, database_name: 'Duck' })).toMatchObject(refusal);
    for (const path of ['test_connection/', 'validate_parameters/']) expect(await app.admin.request('POST', `/api/v1/database/${path}`, { json: wanted })).toMatchObject(refusal);
    expect(await put(duck, { impersonate_user: true })).toMatchObject(refusal);
    expect(await put(own, { engine: 'duckdb', parameters: { file: 'sales.duckdb' } })).toMatchObject(refusal);
    expect((await put(duck, { impersonate_user: false, expose_in_sqllab: true })).status).toBe(200);
    expect((await app.admin.get(`/api/v1/database/${own}`)).json).toMatchObject({ result: { backend: 'mirror', impersonate_user: true } });
  });

  it('are never read by the stored account in its place', async () => {
    const db = app.kernel.metadata('test').db<{ dbs: { id: number; impersonate_user: number } }>();
    await db.updateTable('dbs').set({ impersonate_user: 1 }).where('id', '=', duck).execute();
    expect(await app.admin.get(`/api/v1/database/${duck}/schemas/`)).toMatchObject({ status: 422, json: { message: expect.stringContaining('Switch "impersonate_user" off') } });
    expect((await put(duck, { impersonate_user: false })).status).toBe(200);
    expect((await app.admin.get(`/api/v1/database/${duck}/schemas/`)).status).toBe(200);
  });

  it('[IMEX-04] are imported without it, which is said', async () => {
    const database = (name: string, sqlalchemy_uri: string, uuid: string) => ({ database_name: name, sqlalchemy_uri, uuid, version: '1.0.0', impersonate_user: true, extra: {} });
    const files = {
      'metadata.yaml': { version: '1.0.0', type: 'Database', timestamp: '2024-01-01T00:00:00' },
      'databases/a.yaml': database('Imported duck', 'duckdb:///sales.duckdb', '7a1c6c9e-3a40-4b6e-9b0c-1f0a6c2b1a01'),
      'databases/b.yaml': database('Imported mirror', 'mirror://service@h/', '7a1c6c9e-3a40-4b6e-9b0c-1f0a6c2b1a02'),
    };
    const answer = await upload(app, 'database', await zip(files));
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    expect(JSON.stringify(answer.json.warnings)).toContain('DuckDB cannot be asked in the name of each user');
    const stored = await app.kernel.metadata('test').db<{ dbs: { database_name: string; impersonate_user: number } }>().selectFrom('dbs').select(['database_name', 'impersonate_user']).where('database_name', 'like', 'Imported%').orderBy('database_name').execute();
    expect(stored).toEqual([{ database_name: 'Imported duck', impersonate_user: 0 }, { database_name: 'Imported mirror', impersonate_user: 1 }]);
  });
});
