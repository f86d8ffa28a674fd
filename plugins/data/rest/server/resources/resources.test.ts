import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeRison } from '@orrery/sdk';
import type { ResourceDefinition } from '@orrery/sdk/server';
import { auditFields, defineServerPlugin, HttpError, ownersRelation } from '@orrery/sdk/server';
import { ResourceService } from '../../contract.ts';
import restPlugin from '../plugin.ts';
import { fakePlugin, startTestKernel } from '../../../../../kernel/server/testing/start-test-kernel.ts';
import { createTestDatabase, DATABASE_KINDS } from '../../../../../kernel/server/testing/test-database.ts';
import type { TestDatabase } from '../../../../../kernel/server/testing/test-database.ts';
import type { TestClient, TestKernel } from '../../../../../kernel/server/testing/start-test-kernel.ts';

const rest = fakePlugin({ id: 'rest', version: '0.1.0' }, restPlugin);

const body = (required: string[]): Record<string, unknown> => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: { title: { type: 'string', minLength: 1, maxLength: 20 }, size: { type: ['integer', 'null'] }, owners: { type: 'array', items: { type: 'integer' } } },
});
const valuesOf = ({ title, size }: Readonly<Record<string, unknown>>): Record<string, string | number | null> => ({
  ...(title === undefined ? {} : { title: title as string }),
  ...(size === undefined ? {} : { size: size as number }),
});

const note: ResourceDefinition = {
  name: 'note',
  view: 'Note',
  noun: ['note', 'notes'],
  table: 'note',
  alternateKeys: ['uuid'],
  fields: {
    id: { kind: 'integer' },
    uuid: { kind: 'uuid' },
    title: { kind: 'text' },
    size: { kind: 'integer' },
    is_open: { kind: 'boolean', column: 'open' },
    hidden: { kind: 'boolean' },
    ...auditFields(),
    owners: ownersRelation('note_user', 'note_id'),
    shout: { needs: ['title'], compute: (row) => String(row['title']).toUpperCase() },
  },
  listColumns: ['id', 'title', 'size', 'is_open', 'changed_on', 'owners.id', 'owners.first_name', 'changed_by.first_name', 'shout'],
  extraListColumns: ['uuid'],
  showColumns: ['id', 'title', 'size', 'owners.id', 'uuid'],
  orderColumns: { title: 'title', size: 'size', changed_on: 'changed_on', loud: () => sql`upper(t.title)` },
  defaultOrder: ['changed_on', 'desc'],
  searchColumns: ['id', 'title', 'size', 'is_open', 'owners', 'changed_by', 'changed_on', 'uuid'],
  operators: { title: { note_all_text: (value) => sql`lower(t.title) like ${`%${String(value).toLowerCase()}%`}` } },
  distinctColumns: ['size'],
  visible: ({ user }) => (user.isAdmin ? undefined : sql`t.hidden = 0`),
  favourites: { table: 'note_star', column: 'note_id' },
  create: { body: body(['title']), plan: (input, { user }) => ({ values: { ...valuesOf(input), hidden: 0, open: 1 }, links: { owners: (input['owners'] as number[] | undefined) ?? [user.id as number] } }), after: (id) => ({ slug: `n${id}` }) },
  update: { body: body([]), plan: (input) => ({ values: valuesOf(input), ...(input['owners'] ? { links: { owners: input['owners'] as number[] } } : {}) }) },
  remove: { before: async (ids, { db }) => {
    const kept = await sql<{ id: number }>`select id from note where title = 'kept' and id in (${sql.join(ids)})`.execute(db);
    if (kept.rows.length > 0) throw new HttpError(422, 'There are associated reports: a');
  } },
  permissions: ['can_export'],
};

const plugin = fakePlugin({ id: 'note', dependencies: { rest: '^0.1.0' } }, defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate([{ name: '1', up: async (db, { withId }) => {
      await withId(db.schema.createTable('note')).addColumn('uuid', 'varchar(36)').addColumn('title', 'text').addColumn('size', 'integer').addColumn('open', 'smallint').addColumn('hidden', 'smallint')
        .addColumn('created_on', 'bigint').addColumn('changed_on', 'bigint').addColumn('created_by_fk', 'integer').addColumn('changed_by_fk', 'integer').execute();
      for (const table of ['note_user', 'note_star']) await db.schema.createTable(table).addColumn('note_id', 'integer').addColumn('user_id', 'integer').execute();
    } }]);
    ctx.permissions.declare([{ pair: ['can_read', 'Note'], roles: ['Gamma'] }, { pair: ['can_write', 'Note'], roles: ['Gamma'] }, { pair: ['can_export', 'Note'], roles: [] }]);
    resources.register(ctx, note);
  },
}));

const q = (value: unknown): string => encodeURIComponent(encodeRison(value));

describe.each(DATABASE_KINDS)('resources on %s', (kind) => {
  let database: TestDatabase;
  let test: TestKernel;
  let ann: TestClient;
  let bob: TestClient;
  let root: TestClient;
  let annId: number;
  const ids: number[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    test = await startTestKernel({ plugins: [rest, plugin], config: { metadataUrl: database.url } });
    annId = await test.addUser('ann', 'Gamma');
    await test.addUser('bob', 'Gamma');
    await test.addUser('root', 'Admin');
    [ann, bob, root] = [test.client(), test.client(), test.client()];
    await Promise.all([ann.login('ann'), bob.login('bob'), root.login('root')]);
    for (const [title, size] of [['Alpha', 1], ['beta', 2], ['Übersicht', 3], ['100%', null], ['zeta', 2]] as const) {
      const made = await ann.request('POST', '/api/v1/note/', { json: { title, size } });
      ids.push((made.json as { id: number }).id);
    }
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  const list = async (query: unknown, client = ann): Promise<{ count: number; result: Record<string, unknown>[] } & Record<string, unknown>> => {
    const answer = await client.get(`/api/v1/note/?q=${q(query)}`);
    expect(answer.text, answer.text).toMatch(/"count"/);
    return answer.json as never;
  };
  const titles = async (filters: unknown[]): Promise<unknown[]> => (await list({ filters, order_column: 'title', order_direction: 'asc' })).result.map((row) => row['title']);

  it('[contract §0.5] lists with metadata, nested relations and audit texts', async () => {
    const answer = await list({ page_size: 2 });
    expect(answer).toMatchObject({ count: 5, list_title: 'List Notes', order_columns: ['title', 'size', 'changed_on', 'loud'] });
    expect(answer['ids']).toHaveLength(2);
    expect(answer['label_columns']).toMatchObject({ 'changed_by.first_name': 'Changed By First Name' });
    expect(answer.result[0]).toMatchObject({ title: 'zeta', is_open: true, owners: [{ id: annId, first_name: 'ann' }], changed_by: { first_name: 'ann' }, shout: 'ZETA' });
    expect(answer.result[0]?.['changed_on']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}$/);
  });

  it('[contract §2.2] pages, caps and trims', async () => {
    expect((await list({ page: 2, page_size: 2, order_column: 'title', order_direction: 'asc' })).result).toHaveLength(1);
    expect((await list({ page_size: -1 })).result).toHaveLength(5);
    expect(Object.keys(await list({ keys: ['none'] })).sort()).toEqual(['count', 'ids', 'result']);
    expect((await list({ columns: ['title', 'owners.id'], page_size: 1 })).result[0]).toEqual({ title: 'zeta', owners: [{ id: annId }] });
    expect(Object.keys((await list({ select_columns: ['id', 'uuid'] })).result[0] ?? {})).toEqual(['id', 'uuid']);
    expect((await ann.get(`/api/v1/note/?q=${q({ columns: ['id'], select_columns: ['id'] })}`)).status).toBe(400);
    expect((await ann.get(`/api/v1/note/?q=${q({ order_column: 'uuid' })}`)).json).toEqual({ message: 'Invalid order by column: uuid' });
  });

  it('[contract §2.3] offers the operators of each kind', async () => {
    expect(await titles([{ col: 'title', opr: 'ct', value: 'ETA' }])).toEqual(['beta', 'zeta']);
    expect(await titles([{ col: 'title', opr: 'ct', value: 'übersicht' }])).toEqual(['Übersicht']);
    expect(await titles([{ col: 'title', opr: 'sw', value: 'alp' }])).toEqual(['Alpha']);
    expect(await titles([{ col: 'title', opr: 'ct', value: '%' }])).toEqual(['100%']);
    expect(await titles([{ col: 'title', opr: 'nct', value: 'a' }])).toEqual(expect.arrayContaining(['100%', 'Übersicht']));
    expect(await titles([{ col: 'size', opr: 'eq', value: 2 }, { col: 'title', opr: 'ew', value: 'ZETA' }])).toEqual(['zeta']);
    expect(await titles([{ col: 'size', opr: 'gt', value: 1 }, { col: 'size', opr: 'lt', value: 3 }])).toEqual(['beta', 'zeta']);
    expect(await titles([{ col: 'size', opr: 'neq', value: 2 }])).toHaveLength(3);
    expect(await titles([{ col: 'size', opr: 'in', value: [1, 3] }])).toHaveLength(2);
    expect(await titles([{ col: 'is_open', opr: 'eq', value: false }])).toEqual([]);
    expect(await titles([{ col: 'owners', opr: 'rel_m_m', value: annId }])).toHaveLength(5);
    expect(await titles([{ col: 'changed_by', opr: 'nrel_o_m', value: annId }])).toEqual([]);
    expect(await titles([{ col: 'changed_on', opr: 'gt', value: '2020-01-01T00:00:00' }])).toHaveLength(5);
    expect(await titles([{ col: 'title', opr: 'note_all_text', value: 'BET' }])).toEqual(['beta']);
    expect(await titles([{ col: 'title', opr: 'ct', value: ['e', 'z'] }])).toEqual(['zeta']);
  });

  it('[contract §2.2] refuses other filters by name', async () => {
    const message = async (filter: unknown): Promise<unknown> => (await ann.get(`/api/v1/note/?q=${q({ filters: [filter] })}`)).json;
    expect(await message({ col: 'shout', opr: 'eq', value: 1 })).toEqual({ message: 'Filter column: shout not allowed to filter' });
    expect(await message({ col: 'id', opr: 'ct', value: 1 })).toEqual({ message: 'Filter operation: ct not allowed on column: id' });
    expect(await message({ col: 'size', opr: 'eq', value: 'x' })).toMatchObject({ message: expect.stringContaining('Not a valid rison schema') });
    expect(await message({ col: 'title', opr: 'eq', value: null })).toMatchObject({ message: expect.stringContaining('Not a valid rison schema') });
    expect((await ann.get('/api/v1/note/?q=(a')).json).toEqual({ message: 'Not a valid rison/json argument' });
    expect((await ann.get(`/api/v1/note/?q=${encodeURIComponent('{"page_size":1}')}`)).status).toBe(200);
  });

  it('[contract §0.5] creates, shows and changes', async () => {
    const made = await ann.request('POST', '/api/v1/note/', { json: { title: 'new' } });
    expect(made).toMatchObject({ status: 201, json: { result: { title: 'new' }, slug: expect.stringMatching(/^n\d+$/) } });
    const { id } = made.json as { id: number };
    const shown = (await ann.get(`/api/v1/note/${id}`)).json as { result: { uuid: string } };
    expect(shown).toMatchObject({ id, show_title: 'Show Note', result: { title: 'new', size: null, owners: [{ id: annId }] } });
    expect((await ann.get(`/api/v1/note/${shown.result.uuid}?q=(columns:!(title),keys:!(none))`)).json).toEqual({ id, result: { title: 'new' } });
    expect((await ann.request('PUT', `/api/v1/note/${id}`, { json: { title: 'newer', size: 9 } })).json).toEqual({ id, result: { title: 'newer', size: 9 } });
    expect((await ann.get(`/api/v1/note/${id}`)).json).toMatchObject({ result: { title: 'newer', size: 9 } });
    expect((await ann.request('DELETE', `/api/v1/note/${id}`)).json).toEqual({ message: 'OK' });
    expect((await ann.get(`/api/v1/note/${id}`)).json).toEqual({ message: 'Not found' });
  });

  it('[contract §0.4] names every wrong field', async () => {
    expect(await ann.request('POST', '/api/v1/note/', { json: { sizes: 1, size: 'x' } })).toMatchObject({
      status: 400,
      json: { message: { sizes: ['Unknown field.'], title: ['Missing data for required field.'], size: ['Not a valid integer.'] } },
    });
    expect((await ann.request('PUT', `/api/v1/note/${ids[0]}`, { json: { title: 5 } })).json).toEqual({ message: { title: ['Not a valid string.'] } });
    expect((await ann.request('POST', '/api/v1/note/', { form: { title: 'x' } })).json).toEqual({ message: 'Request is not JSON' });
    expect(await ann.request('POST', '/api/v1/note/', { json: { title: 'a\u0000' } })).toMatchObject({ status: 400, json: { message: { title: ['Null characters are not allowed.'] } } });
  });

  it('[SEC-08] lets only owners and Admin change an object', async () => {
    const refused = await bob.request('PUT', `/api/v1/note/${ids[0]}`, { json: { title: 'mine' } });
    expect([refused.status, refused.json]).toEqual([403, { message: 'Changing this note is forbidden' }]);
    expect((await bob.request('DELETE', `/api/v1/note/?q=!(${ids[0]})`)).status).toBe(403);
    expect((await root.request('PUT', `/api/v1/note/${ids[0]}`, { json: { size: 1 } })).status).toBe(200);
  });

  it('hides rows the caller may not see, with the same answer as for absent ones', async () => {
    const { id } = (await ann.request('POST', '/api/v1/note/', { json: { title: 'secret' } })).json as { id: number };
    await sql`update note set hidden = 1 where id = ${id}`.execute(test.kernel.metadata('t').db());
    expect((await list({}, root)).count).toBe(6);
    expect((await list({})).count).toBe(5);
    for (const [method, path] of [['GET', `/${id}`], ['PUT', `/${id}`], ['DELETE', `/${id}`], ['DELETE', `/?q=!(${id})`], ['POST', `/${id}/favorites/`]] as const) {
      expect((await ann.request(method, `/api/v1/note${path}`, method === 'PUT' ? { json: {} } : {})).status, `${method} ${path}`).toBe(404);
    }
    expect((await root.request('DELETE', `/api/v1/note/${id}`)).status).toBe(200);
  });

  it('[contract §0.5] deletes in bulk all or none', async () => {
    const make = async (title: string): Promise<number> => ((await ann.request('POST', '/api/v1/note/', { json: { title } })).json as { id: number }).id;
    const [a, b, kept] = [await make('a'), await make('b'), await make('kept')];
    expect(await ann.request('DELETE', `/api/v1/note/?q=!(${a},99999)`)).toMatchObject({ status: 404 });
    expect(await ann.request('DELETE', `/api/v1/note/?q=!(${a},${kept})`)).toMatchObject({ status: 422, json: { message: 'There are associated reports: a' } });
    expect((await ann.request('DELETE', '/api/v1/note/')).status).toBe(400);
    expect((await ann.request('DELETE', `/api/v1/note/?q=!(${a},${b})`)).json).toEqual({ message: 'Deleted 2 notes' });
    await sql`update note set title = 'go' where id = ${kept}`.execute(test.kernel.metadata('t').db());
    expect((await ann.request('DELETE', `/api/v1/note/?q=!(${kept})`)).json).toEqual({ message: 'Deleted 1 note' });
  });

  it('[GEN-02] tells permissions and filters', async () => {
    expect((await ann.get('/api/v1/note/_info?q=(keys:!(permissions))')).json).toEqual({ permissions: ['can_read', 'can_write'] });
    expect((await root.get('/api/v1/note/_info')).json).toMatchObject({
      permissions: ['can_read', 'can_write', 'can_export'],
      filters: { title: expect.arrayContaining([{ name: 'Contains', operator: 'ct' }, { name: 'Note All Text', operator: 'note_all_text' }]) },
      add_columns: expect.arrayContaining([expect.objectContaining({ name: 'title', required: true, type: 'String' })]),
      add_title: 'Add Note',
    });
  });

  it('[contract §2.7] offers related and distinct values', async () => {
    const related = (await ann.get(`/api/v1/note/related/owners?q=(filter:'ANN T')`)).json;
    expect(related).toEqual({ count: 1, result: [{ value: annId, text: 'ann Test', extra: { active: true, email: 'ann@test.invalid' } }] });
    expect((await ann.get(`/api/v1/note/related/owners?q=(filter:bob,include_ids:!(${annId}))`)).json).toMatchObject({ count: 1, result: [{ text: 'bob Test' }, { value: annId }] });
    expect((await ann.get(`/api/v1/note/related/owners?q=(page:1,include_ids:!(1))`)).status).toBe(422);
    expect((await ann.get('/api/v1/note/related/title')).status).toBe(404);
    expect((await ann.get('/api/v1/note/distinct/size')).json).toEqual({ count: 3, result: [{ text: '1', value: 1 }, { text: '2', value: 2 }, { text: '3', value: 3 }] });
    expect((await ann.get('/api/v1/note/distinct/title')).status).toBe(404);
  });

  it('[SEC-18] keeps favourites per user', async () => {
    expect((await ann.request('POST', `/api/v1/note/${ids[1]}/favorites/`)).json).toEqual({ result: 'OK' });
    await ann.request('POST', `/api/v1/note/${ids[1]}/favorites/`);
    const status = async (client: TestClient): Promise<unknown> => (await client.get(`/api/v1/note/favorite_status/?q=!(${ids[0]},${ids[1]})`)).json;
    expect(await status(ann)).toEqual({ result: [{ id: ids[0], value: false }, { id: ids[1], value: true }] });
    expect(await status(bob)).toEqual({ result: [{ id: ids[0], value: false }, { id: ids[1], value: false }] });
    expect((await ann.get(`/api/v1/note/favorite_status/?q=!(${ids[1]},99999,99999999999)`)).json).toEqual({ result: [{ id: ids[1], value: true }, { id: 99999, value: false }, { id: 99999999999, value: false }] });
    expect((await ann.get('/api/v1/note/favorite_status/?q=!(99999,-3,99999999999)')).status).toBe(404);
    await ann.request('DELETE', `/api/v1/note/${ids[1]}/favorites/`);
    expect(await status(ann)).toMatchObject({ result: [{}, { value: false }] });
  });

  it('takes the routes back with the plugin that registered them', async () => {
    const { runtime } = test.kernel;
    await runtime.disable('note', 'for a test');
    expect((await ann.get('/api/v1/note/')).status).toBe(404);
    expect(runtime.status('rest')).toMatchObject({ state: 'active' });
    runtime.enable('note');
    await runtime.activate('note', 'test');
    expect((await ann.get('/api/v1/note/')).status).toBe(200);
  });

  it('counts anew after any write', async () => {
    const before = (await list({})).count;
    await sql`insert into note (title, hidden, changed_on) values ('direct', 0, 0)`.execute(test.kernel.metadata('t').db());
    expect((await list({})).count).toBe(before + 1);
  });
});
