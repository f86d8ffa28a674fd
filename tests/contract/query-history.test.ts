import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineServerPlugin } from '@orrery/sdk/server';
import { fakePlugin, startTestKernel } from '../../kernel/server/testing/start-test-kernel.ts';
import type { TestClient, TestKernel } from '../../kernel/server/testing/start-test-kernel.ts';
import { createTestDatabase, DATABASE_KINDS } from '../../kernel/server/testing/test-database.ts';
import type { TestDatabase } from '../../kernel/server/testing/test-database.ts';
import restPlugin from '../../plugins/data/rest/server/plugin.ts';
import { QueryHistory } from '../../plugins/app/query-history/contract.ts';
import type { QueryRecord } from '../../plugins/app/query-history/contract.ts';
import historyPlugin from '../../plugins/app/query-history/server/plugin.ts';

let history: QueryHistory;
const asked: string[] = [];
let answer: () => boolean = () => true;
const runner = fakePlugin({ id: 'runner', dependencies: { 'query-history': '^0.1.0' } }, defineServerPlugin({
  requires: { history: QueryHistory },
  async activate(ctx, services) {
    history = services.history;
    // The tables of other plugins, which this test does without.
    await ctx.metadata.migrate([{ name: '1', up: async (db, { withId }) => withId(db.schema.createTable('dbs')).addColumn('database_name', 'text').execute() }]);
    ctx.subscriptions.add(services.history.onStop((query: QueryRecord) => {
      asked.push(query.client_id);
      return answer();
    }));
  },
}));

describe.each(DATABASE_KINDS)('query history on %s', (kind) => {
  let database: TestDatabase;
  let test: TestKernel;
  let ann: TestClient;
  let annId: number;

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    const plugins = [fakePlugin({ id: 'rest', version: '0.1.0' }, restPlugin), fakePlugin({ id: 'query-history', version: '0.1.0', dependencies: { rest: '^0.1.0' } }, historyPlugin), runner];
    test = await startTestKernel({ plugins, config: { metadataUrl: database.url } });
    annId = await test.addUser('ann', 'sql_lab');
    ann = test.client();
    await ann.login('ann');
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  const add = (client_id: string): Promise<QueryRecord> => history.add({ client_id, database_id: 1, user_id: annId, sql: 'select 1' });
  const stop = async (client_id: string) => {
    const { status, json } = await ann.request('POST', '/api/v1/query/stop', { json: { client_id } });
    return [status, json];
  };

  it('records a query from pending to its end', async () => {
    const query = await add('a');
    expect(query).toMatchObject({ status: 'pending', limiting_factor: 'UNKNOWN', progress: 0, user_id: annId, start_time: expect.any(Number) });
    const done = await history.change(query.id, { status: 'success', progress: 100, rows: 2, end_time: query.start_time + 5 });
    expect(done).toMatchObject({ status: 'success', rows: 2, end_time: query.start_time + 5 });
    expect(await history.find('a', annId)).toEqual(done);
    expect(await history.find('a', 4711)).toBeUndefined();
    expect(await history.change(4711, { progress: 1 })).toBeUndefined();
    expect(await history.describe([done as QueryRecord])).toMatchObject([{ id: 'a', queryId: query.id, state: 'success', user: 'ann Test', db: null, ctas: false, extra: {} }]);
  });

  it('cancels what runs here; the end of a stopped query is not its own any more', async () => {
    const query = await add('b');
    await history.change(query.id, { status: 'running' });
    expect(await stop('b')).toEqual([200, { result: 'OK' }]);
    expect(asked).toContain('b');
    expect(await history.change(query.id, { status: 'failed', error_message: 'interrupted' })).toMatchObject({ status: 'stopped', error_message: null, end_time: expect.any(Number) });
  });

  it('[contract §1.6] says so when a query cannot be cancelled, and leaves it as it was', async () => {
    const query = await add('c');
    await history.change(query.id, { status: 'running' });
    answer = () => {
      throw new Error('secret of the driver');
    };
    expect(await stop('c')).toEqual([422, { message: 'Could not cancel query' }]);
    expect(await history.get(query.id)).toMatchObject({ status: 'running', end_time: null });
  });

  it('tells the other processes when a query does not run here', async () => {
    answer = () => false;
    const query = await add('d');
    await history.change(query.id, { status: 'running' });
    asked.length = 0;
    expect(await stop('d')).toEqual([200, { result: 'OK' }]);
    await expect.poll(() => asked.filter((id) => id === 'd').length).toBe(2);
    expect(await history.get(query.id)).toMatchObject({ status: 'stopped' });
  });
});
