import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeRison } from '@orrery/sdk';
import type { ResourceDefinition } from '@orrery/sdk/server';
import { defineServerPlugin, HttpError } from '@orrery/sdk/server';
import { ResourceService } from '../../contract.ts';
import restPlugin from '../plugin.ts';
import { fakePlugin, startTestKernel } from '../../../../../kernel/server/testing/start-test-kernel.ts';
import { createTestDatabase, DATABASE_KINDS } from '../../../../../kernel/server/testing/test-database.ts';
import type { TestDatabase } from '../../../../../kernel/server/testing/test-database.ts';
import type { TestClient, TestKernel } from '../../../../../kernel/server/testing/start-test-kernel.ts';

const body = { type: 'object', additionalProperties: false, required: ['name'], properties: { name: { type: 'string' }, colours: { type: 'array' } } };
const plan = (input: Readonly<Record<string, unknown>>) => ({ values: { name: input['name'] as string } });

const tree: ResourceDefinition = {
  name: 'tree', view: 'Tree', noun: ['tree', 'trees'], table: 'tree', audit: false,
  fields: { id: { kind: 'integer' }, name: { kind: 'text' }, age: { kind: 'integer' }, marks: { needs: [], compute: () => [] } },
  listColumns: ['id', 'name', 'marks'], showColumns: ['id', 'name'], orderColumns: { name: 'name' }, defaultOrder: ['name', 'asc'], searchColumns: ['id', 'name', 'age'], distinctColumns: ['name'],
  visible: ({ user }) => (user.isAdmin ? undefined : sql`t.name <> 'hidden'`),
  editable: (row) => row['name'] !== 'locked',
  invalidBody: 422,
  create: { body, plan }, update: { body, plan }, remove: { bulkBy: 'name' },
};
const leaf: ResourceDefinition = {
  ...tree, name: 'leaf', noun: ['leaf', 'leaves'], table: 'leaf', parent: { name: 'tree', column: 'tree_id' }, fields: { id: { kind: 'integer' }, name: { kind: 'text' } },
  listColumns: ['id', 'name'], searchColumns: ['id', 'name'], remove: {}, visible: () => undefined,
  create: { body, plan: (input, { parent }) => ({ values: { name: `${parent?.['name']}/${String(input['name'])}` } }) },
};

let service: ResourceService | undefined;
const forest = fakePlugin({ id: 'forest', dependencies: { rest: '^0.1.0' } }, defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    service = resources;
    await ctx.metadata.migrate([{ name: '1', up: async (db, { withId }) => {
      await withId(db.schema.createTable('tree')).addColumn('name', 'text').addColumn('age', 'integer').execute();
      await withId(db.schema.createTable('leaf')).addColumn('name', 'text').addColumn('tree_id', 'integer').execute();
      await withId(db.schema.createTable('mark')).addColumn('colour', 'text').execute();
      await db.schema.createTable('marked').addColumn('kind', 'text').addColumn('object_id', 'integer').addColumn('mark_id', 'integer').execute();
    } }]);
    ctx.permissions.declare([{ pair: ['can_read', 'Tree'], roles: ['Gamma'] }, { pair: ['can_write', 'Tree'], roles: ['Gamma'] }]);
    resources.register(ctx, leaf);
    resources.register(ctx, tree);
  },
}));
const marks = fakePlugin({ id: 'marks', dependencies: { rest: '^0.1.0' } }, defineServerPlugin({
  requires: { resources: ResourceService },
  activate(ctx, { resources }) {
    resources.extend(ctx, 'tree', {
      fields: { marks: { relation: 'many', table: 'mark', through: { table: 'marked', local: 'object_id', target: 'mark_id', only: { kind: 'tree' } }, columns: { colour: 'colour' } } },
      listColumns: ['marks.colour'], showColumns: ['marks'], searchColumns: ['marks'],
      operators: { marks: { tree_colour: (value) => sql`exists (select 1 from marked as m join mark as k on k.id = m.mark_id where m.kind = 'tree' and m.object_id = t.id and k.colour = ${value})` } },
      async didWrite(id, input, { db }) {
        for (const colour of (input['colours'] as string[] | undefined) ?? []) {
          if (colour === 'none') throw new HttpError(422, { message: { colours: ['No such colour'] } });
          const { rows } = await sql<{ id: number }>`insert into mark (colour) values (${colour}) returning id`.execute(db);
          await sql`insert into marked (kind, object_id, mark_id) values ('tree', ${id}, ${rows[0]?.id}), ('car', ${id}, ${rows[0]?.id})`.execute(db);
        }
      },
    });
  },
}));

describe.each(DATABASE_KINDS)('resources others extend, nest and name, on %s', (kind) => {
  let database: TestDatabase;
  let test: TestKernel;
  let ann: TestClient;
  const q = (value: unknown): string => encodeURIComponent(encodeRison(value));
  const make = async (name: string, more = {}): Promise<number> => ((await ann.request('POST', '/api/v1/tree/', { json: { name, ...more } })).json as { id: number }).id;
  const list = async (query: unknown) => (await ann.get(`/api/v1/tree/?q=${q(query)}`)).json as { count: number; result: Record<string, unknown>[] };

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    test = await startTestKernel({ plugins: [fakePlugin({ id: 'rest', version: '0.1.0' }, restPlugin), forest, marks], config: { metadataUrl: database.url } });
    await test.addUser('ann', 'Gamma');
    ann = test.client();
    await ann.login('ann');
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  it('answers what another plugin adds, while that is there', async () => {
    const id = await make('oak', { colours: ['red'] });
    await make('elm');
    expect((await list({})).result).toEqual([{ id: expect.any(Number), name: 'elm', marks: [] }, { id, name: 'oak', marks: [{ colour: 'red' }] }]);
    expect((await list({ filters: [{ col: 'marks', opr: 'tree_colour', value: 'red' }] })).count).toBe(1);
    expect((await ann.get(`/api/v1/tree/${id}`)).json).toMatchObject({ result: { name: 'oak', marks: [{ colour: 'red' }] }, show_columns: ['id', 'name', 'marks'] });
    expect(await ann.request('POST', '/api/v1/tree/', { json: { name: 'fir', colours: ['none'] } })).toMatchObject({ status: 422, json: { message: { colours: ['No such colour'] } } });
    expect((await list({})).count).toBe(2);
    await test.kernel.runtime.disable('marks', 'for a test');
    expect((await list({ columns: ['marks'] })).result).toEqual([{ marks: [] }, { marks: [] }]);
    expect((await ann.get(`/api/v1/tree/?q=${q({ filters: [{ col: 'marks', opr: 'tree_colour', value: 'red' }] })}`)).json).toEqual({ message: 'Filter column: marks not allowed to filter' });
    test.kernel.runtime.enable('marks');
    await test.kernel.runtime.activate('marks', 'test');
    await ann.request('DELETE', `/api/v1/tree/${id}`);
    const left = await sql<{ kind: string }>`select kind from marked`.execute(test.kernel.metadata('t').db());
    expect(left.rows).toEqual([{ kind: 'car' }]);
  });

  it('deletes by name where the definition says so, and answers 422 for bodies that do not fit', async () => {
    await make('ash');
    await make('7');
    expect((await ann.request('DELETE', `/api/v1/tree/?q=${q(['ash', 'none'])}`)).status).toBe(404);
    expect((await ann.request('DELETE', '/api/v1/tree/?q=!(ash,7)')).json).toEqual({ message: 'Deleted 2 trees' });
    expect(await ann.request('POST', '/api/v1/tree/', { json: { nam: 1 } })).toMatchObject({ status: 422, json: { message: { nam: ['Unknown field.'], name: ['Missing data for required field.'] } } });
  });

  it('serves a nested resource below its own parent only', async () => {
    const [a, b] = [await make('a'), await make('b')];
    const path = `/api/v1/tree/${a}/leaf/`;
    const { id } = (await ann.request('POST', path, { json: { name: 'x' } })).json as { id: number };
    expect((await ann.get(path)).json).toMatchObject({ count: 1, result: [{ id, name: 'a/x' }] });
    expect((await ann.get(`/api/v1/tree/${b}/leaf/`)).json).toMatchObject({ count: 0 });
    expect((await ann.get(`/api/v1/tree/${b}/leaf/${id}`)).status).toBe(404);
    expect((await ann.get('/api/v1/tree/9999/leaf/')).status).toBe(404);
    await sql`update tree set name = 'hidden' where id = ${a}`.execute(test.kernel.metadata('t').db());
    expect((await ann.get(`${path}${id}`)).status).toBe(404);
    expect((await ann.request('POST', path, { json: { name: 'y' } })).status).toBe(404);
    expect((await ann.get(`/api/v1/tree/${b}/leaf/_info?q=(keys:!(permissions))`)).json).toEqual({ permissions: ['can_read', 'can_write'] });
    await ann.request('DELETE', '/api/v1/tree/?q=!(b)');
  });

  it('tells which rows a caller may see or change', async () => {
    const [open, locked] = [await make('open'), await make('locked')];
    const hidden = await make('hidden');
    const user = { id: 1, username: 'ann', firstName: '', lastName: '', email: '', roles: {}, isAnonymous: false, isAdmin: false };
    const ask = async (action: 'see' | 'change') => [...((await service?.accessible('tree', [open, locked, hidden, 4711, -1, 2 ** 40], action, { user, origin: '' })) ?? [])].sort((x, y) => x - y);
    expect(await ask('see')).toEqual([open, locked]);
    expect(await ask('change')).toEqual([open]);
    expect(await service?.accessible('nothing', [1], 'see', { user, origin: '' })).toEqual(new Set());
    await sql`delete from tree`.execute(test.kernel.metadata('t').db());
  });

  it('[contract §2.2] refuses what the schema of q refuses', async () => {
    const message = async (query: unknown) => {
      const answer = await ann.get(`/api/v1/tree/?q=${encodeURIComponent(JSON.stringify(query))}`);
      return [answer.status, (answer.json as { message: string }).message];
    };
    expect(await message({ order_direction: 'up' })).toEqual([400, 'Not a valid rison schema order_direction must be asc or desc']);
    expect(await message({ filters: [{ col: 'name', opr: 'eq', value: { a: 1 } }] })).toEqual([400, expect.stringContaining('Not a valid rison schema')]);
    expect(await message({ filters: [{ col: 'name', opr: 'ct', value: 'a\u0000' }] })).toEqual([400, expect.stringContaining('NUL')]);
    expect(await message({ filters: [{ col: 'age', opr: 'eq', value: Array.from({ length: 600 }, () => 1) }] })).toEqual([400, expect.stringContaining('500 conditions')]);
    expect(await message([1])).toEqual([400, 'Not a valid rison schema an object is expected']);
  });

  it('[contract §2.2] takes empty lists for none, and numbers beyond 32 bits for numbers', async () => {
    await make('one');
    expect(Object.keys((await list({ columns: [], keys: [] })).result[0] ?? {})).toEqual(['id', 'name', 'marks']);
    expect(await list({ keys: [] })).toHaveProperty('list_title');
    for (const [opr, value, count] of [['eq', 2 ** 40, 0], ['lt', 2 ** 40, 1], ['in', [2 ** 40, 3], 0], ['not_in', [2 ** 40], 1], ['neq', -(2 ** 40), 1]] as const) {
      expect((await list({ filters: [{ col: 'id', opr, value }] })).count, opr).toBe(count);
    }
    expect((await ann.get('/api/v1/tree/99999999999')).status).toBe(404);
    expect((await ann.request('DELETE', '/api/v1/tree/1/leaf/?q=!(99999999999)')).status).toBe(404);
  });

  it('[contract §2.7] puts the empty value last', async () => {
    for (const name of ['', 'zed', 'abc']) await make(name);
    expect((await ann.get('/api/v1/tree/distinct/name')).json).toEqual({ count: 4, result: ['abc', 'one', 'zed', ''].map((value) => ({ text: value, value })) });
    expect((await ann.get(`/api/v1/tree/distinct/name?q=${q({ filter: 'A' })}`)).json).toMatchObject({ count: 1 });
  });
});
