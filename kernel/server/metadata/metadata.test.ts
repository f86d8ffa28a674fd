import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetadataStore } from '@orrery/sdk/server';
import { createTestDatabase, DATABASE_KINDS } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import type { Metadata } from './open-metadata.ts';
import { openMetadata } from './open-metadata.ts';

interface Tables {
  note: { id?: number; text: string | null; flag: number };
}

describe.each(DATABASE_KINDS)('metadata on %s', (kind) => {
  let database: TestDatabase;
  const folder = mkdtempSync(join(tmpdir(), 'orrery-metadata-'));
  const plugin = `test-${process.pid}`;
  let metadata: Metadata;
  let store: MetadataStore;

  const create = {
    name: '1-notes',
    up: async (db: Parameters<Parameters<MetadataStore['transaction']>[0]>[0], { withId }: Parameters<Parameters<MetadataStore['migrate']>[0][number]['up']>[1]) => {
      await withId(db.schema.createTable('note')).addColumn('text', 'text').addColumn('flag', 'smallint').execute();
    },
  };

  beforeAll(async () => {
    database = await createTestDatabase(kind);
    metadata = await openMetadata({ url: database.url, file: join(folder, 'metadata.db') });
    store = metadata.forPlugin(plugin);
    await store.migrate([create]);
  });
  afterAll(async () => {
    await metadata.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('applies each migration once, also when several processes start together', async () => {
    let runs = 0;
    const second = { name: '2-count', up: async () => void (runs += 1) };
    const other = await openMetadata({ url: database.url, file: join(folder, 'metadata.db') });
    await Promise.all([store.migrate([create, second]), other.forPlugin(plugin).migrate([create, second])]);
    await other.close();
    expect(runs).toBe(1);
  });

  it('undoes all of a failed migration', async () => {
    const broken = { name: '3-broken', up: async (db: never) => { await sql`create table half_done (id integer)`.execute(db); throw new Error('no'); } };
    await expect(store.migrate([create, broken as never])).rejects.toThrow('no');
    await sql`create table half_done (id integer)`.execute(store.db());
    await sql`drop table half_done`.execute(store.db());
  });

  it('shows nothing of a transaction before its end and nothing of one that failed', async () => {
    const db = store.db<Tables>();
    const count = async (): Promise<number> => Number((await db.selectFrom('note').select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
    const before = await count();
    await store.transaction<Tables, void>(async (trx) => {
      await trx.insertInto('note').values({ text: 'a', flag: 1 }).execute();
      expect(await count()).toBe(before);
    });
    expect(await count()).toBe(before + 1);
    await expect(store.transaction<Tables, void>(async (trx) => {
      await trx.insertInto('note').values({ text: 'b', flag: 1 }).execute();
      throw new Error('back');
    })).rejects.toThrow('back');
    expect(await count()).toBe(before + 1);
  });

  it('never gives an id twice', async () => {
    const db = store.db<Tables>();
    const insert = async (): Promise<number> => (await db.insertInto('note').values({ text: 'x', flag: 0 }).returning('id').executeTakeFirstOrThrow()).id as number;
    const id = await insert();
    await db.deleteFrom('note').where('id', '=', id).execute();
    expect(await insert()).toBeGreaterThan(id);
  });

  it('keeps 200 parallel writers apart', async () => {
    const db = store.db<Tables>();
    const [{ id }] = (await db.insertInto('note').values({ text: null, flag: 0 }).returning('id').execute()) as [{ id: number }];
    await Promise.all(Array.from({ length: 200 }, () => store.transaction<Tables, void>(async (trx) => {
      const { flag } = await trx.selectFrom('note').select('flag').where('id', '=', id).$if(store.dialect === 'postgres', (query) => query.forUpdate()).executeTakeFirstOrThrow();
      await trx.updateTable('note').set({ flag: flag + 1 }).where('id', '=', id).execute();
    })));
    expect((await db.selectFrom('note').select('flag').where('id', '=', id).executeTakeFirstOrThrow()).flag).toBe(200);
  });
});

describe('SQLite driver', () => {
  it('refuses values that would end the process, and takes booleans, integers and text as such', async () => {
    const metadata = await openMetadata({ file: join(mkdtempSync(join(tmpdir(), 'orrery-sqlite-')), 'm.db') });
    const db = metadata.forPlugin('t').db<{ v: { x: unknown } }>();
    await sql`create table v (x text)`.execute(db);
    await expect(db.insertInto('v').values({ x: { a: 1 } as never }).execute()).rejects.toThrow(/object cannot be stored/);
    await expect(db.insertInto('v').values({ x: new Date() as never }).execute()).rejects.toThrow(TypeError);
    for (const x of [true, 5, undefined, Number.NaN]) await sql`insert into v values (${x})`.execute(db);
    expect((await db.selectFrom('v').selectAll().execute()).map(({ x }) => x)).toEqual(['1', '5', null, null]);
    await metadata.close();
  });

  it('says so instead of hanging when a write goes past its own transaction', async () => {
    const metadata = await openMetadata({ file: join(mkdtempSync(join(tmpdir(), 'orrery-sqlite-')), 'm.db') });
    const store = metadata.forPlugin('t');
    await sql`create table v (x text)`.execute(store.db());
    await expect(store.transaction(() => sql`insert into v values ('a')`.execute(store.db()))).rejects.toThrow(/through the database it hands in/);
    await sql`insert into v values ('b')`.execute(store.db());
    await metadata.close();
  });
});
