import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, ExecuteOptions } from '@orrery/sdk/server';
import { openConnection } from './open-connection.ts';
import { createPoolRegistry } from './pool-registry.ts';

// The conformance suite (tests/contract/connectors.test.ts) has what all engines share; here is what only PostgreSQL has.
const address = process.env['ORRERY_TEST_PG'];
if (!address) console.log('skipped: PostgreSQL connector, ORRERY_TEST_PG names no server');

describe.skipIf(!address)('a PostgreSQL connection', () => {
  const { hostname = '', port = '', username = '', password = '', pathname = '' } = address ? new URL(address) : {};
  const schema = `connector_${process.pid}`;
  // Other tests run on the same server; these connections have a name of their own.
  const parameters = { host: hostname, port: Number(port), username, password, database: pathname.slice(1), query: { application_name: schema } };
  const pools = createPoolRegistry();
  let admin: pg.Client;
  let connection: Connection;
  const options = (over: Partial<ExecuteOptions> = {}): ExecuteOptions => ({ signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 1000, mode: 'read', ...over });
  const rows = async (sql: string, over: Partial<ExecuteOptions> = {}): Promise<readonly (readonly unknown[])[]> => {
    const all: unknown[][] = [];
    for await (const { columns, rowCount } of (await connection.execute(sql, options(over))).batches) for (let row = 0; row < rowCount; row++) all.push(columns.map((column) => column[row]));
    return all;
  };

  beforeAll(async () => {
    admin = new pg.Client(address);
    await admin.connect();
    await admin.query(`
      CREATE SCHEMA ${schema};
      SET search_path TO ${schema};
      CREATE TABLE parent (a int, b int, PRIMARY KEY (b, a));
      CREATE TABLE "Kid" (id serial PRIMARY KEY, x int, y int, "We""ird" text, FOREIGN KEY (x, y) REFERENCES parent (b, a));
      CREATE INDEX kid_i ON "Kid" (lower("We""ird"), y);
      COMMENT ON TABLE "Kid" IS 'A child';
      COMMENT ON COLUMN "Kid".y IS 'Why';
      CREATE MATERIALIZED VIEW seen AS SELECT 1 AS one;
      CREATE DOMAIN percent AS numeric(5, 2);
      CREATE TYPE mood AS ENUM ('sad', 'happy');
      CREATE TABLE odd (p percent, m mood, a int[], t timestamptz(3));
      CREATE FUNCTION sneak() RETURNS int LANGUAGE sql VOLATILE AS 'INSERT INTO ${schema}.parent VALUES (1, 1) RETURNING a'`);
    connection = await openConnection(pools, { id: 1, uuid: 'u', parameters });
  });
  afterAll(async () => {
    await admin?.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await admin?.end();
    pools.dispose();
  });

  it('[contract §1.5] is a caller’s own account in pools of their own, and that of the database for all others', async () => {
    const names = ['ann', 'bob'].map((name) => `${schema}_${name}`);
    for (const name of names) await admin.query(`CREATE ROLE "${name}" LOGIN PASSWORD '${password || 'x'}'; GRANT USAGE ON SCHEMA ${schema} TO "${name}"`);
    await admin.query(`CREATE VIEW ${schema}.whoami AS SELECT session_user::text || ' as ' || current_user::text AS who; GRANT SELECT ON ${schema}.whoami TO PUBLIC; GRANT SELECT ON odd TO "${names[0]}"`);
    const who = `SELECT who FROM ${schema}.whoami`;
    const both = (name: string | undefined): string[] => [`${name} as ${name}`];
    const as = (name: string) => openConnection(pools, { id: 1, uuid: 'u', parameters, impersonate: { username: name } });
    const read = async (open: Connection, sql: string) => {
      for await (const { columns } of (await open.execute(sql, options())).batches) return columns.map(([cell]) => cell);
      return [];
    };
    try {
      const [ann, bob] = [await as(names[0]!), await as(names[1]!)];
      expect(await Promise.all([ann, bob, ann, connection].map((open) => read(open, who)))).toEqual([both(names[0]), both(names[1]), both(names[0]), both(username)]);
      expect(await read(ann, `SELECT count(*) FROM ${schema}.odd`)).toEqual([0]);
      await expect(read(bob, `SELECT count(*) FROM ${schema}.odd`)).rejects.toMatchObject({ code: expect.any(String), message: expect.stringContaining('permission denied') });
      await expect(as('x'.repeat(64))).rejects.toMatchObject({ code: 'access-denied' });
      await expect(read(await as(`${schema}_nobody`), 'SELECT 1')).rejects.toBeInstanceOf(Error);
      const tried = await openConnection(pools, { id: 0, uuid: 'new', parameters, impersonate: { username: names[1]! } });
      expect(await read(tried, who)).toEqual(both(names[1]));
      await tried.close();
      // A pool that was ended for want of use is made anew.
      pools.dispose();
      expect(await read(ann, who)).toEqual(both(names[0]));
    } finally {
      pools.dispose();
      await admin.query(`DROP VIEW ${schema}.whoami`);
      connection = await openConnection(pools, { id: 1, uuid: 'u', parameters });
      for (const name of names) await admin.query(`DROP OWNED BY "${name}"; DROP ROLE "${name}"`);
    }
  });

  it('tells keys, indexes and comments', async () => {
    expect(await connection.details!({ schema, name: 'Kid' })).toEqual({
      keys: [
        { kind: 'pk', name: 'Kid_pkey', columns: ['id'] },
        { kind: 'fk', name: 'Kid_x_y_fkey', columns: ['x', 'y'], references: { table: { schema, name: 'parent' }, columns: ['b', 'a'] } },
        { kind: 'index', name: 'kid_i', columns: ['lower("We""ird")', 'y'] },
      ],
      comment: 'A child',
      columnComments: { y: 'Why' },
    });
    expect(await connection.tables(schema)).toEqual([{ name: 'Kid', kind: 'table' }, { name: 'odd', kind: 'table' }, { name: 'parent', kind: 'table' }, { name: 'seen', kind: 'materialized_view' }]);
    expect((await connection.columns({ schema, name: 'odd' })).map(({ type, generic }) => [type.replace(/.*\./, ''), generic])).toEqual([['PERCENT', 0], ['MOOD', 1], ['INTEGER[]', 1], ['TIMESTAMP(3) WITH TIME ZONE', 2]]);
    expect(await connection.catalogs()).toContain(parameters.database);
  });

  it('reads in a transaction that cannot write, whatever a statement calls', async () => {
    await expect(rows('SELECT sneak()', { schema })).rejects.toMatchObject({ code: 'refused' });
    expect(await rows('SELECT count(*) FROM parent', { schema })).toEqual([[0]]);
  });

  it('looks names up in the schema asked for, for this statement only', async () => {
    expect(await rows('SELECT one FROM seen', { schema })).toEqual([[1]]);
    await expect(rows('SELECT one FROM seen')).rejects.toMatchObject({ code: 'missing-table' });
  });

  it('keeps a change only when it succeeds', async () => {
    expect(await rows('INSERT INTO parent VALUES (1, 2), (3, 4) RETURNING a', { schema, mode: 'write' })).toEqual([[1], [3]]);
    await expect(rows('INSERT INTO parent VALUES (5, 6), (1, 2)', { schema, mode: 'write' })).rejects.toMatchObject({ code: 'engine' });
    expect(await rows('SELECT a FROM parent ORDER BY a', { schema })).toEqual([[1], [3]]);
  });

  it('gives its connections back: read to the end, left early, cancelled or failed', async () => {
    for (let round = 0; round < 15; round++) {
      for await (const batch of (await connection.execute('SELECT i FROM generate_series(1, 100000) i', options({ maxRows: 100_000 }))).batches) if (batch.rowCount > 0) break;
      await rows('SELECT 1/0').catch(() => undefined);
      const leave = new AbortController();
      const { batches } = await connection.execute('SELECT i FROM generate_series(1, 100000) i', options({ maxRows: 100_000, signal: leave.signal }));
      leave.abort();
      await expect(batches[Symbol.asyncIterator]().next().then(() => batches[Symbol.asyncIterator]().next())).rejects.toMatchObject({ code: 'cancelled' });
    }
    expect(await rows('SELECT 1')).toEqual([[1]]);
    await expect.poll(async () => (await admin.query("SELECT count(*)::int AS n FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND application_name = $1", [schema])).rows[0].n as number, { timeout: 3000 }).toBe(0);
  });

  it('stops a statement in the server whenever the caller leaves, also while it is only being prepared', async () => {
    const slow = 'SELECT count(*) FROM generate_series(1, 100000) a(x), generate_series(1, 1000000) b(y) WHERE (x::bigint * y) % 7 = 3';
    const running = async (): Promise<number> => (await admin.query("SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND application_name = $1", [schema])).rows[0].n as number;
    for (const pause of [0, 1, 2, 4, 6, 8, 10, 13, 16, 20, 25, 30]) {
      const leave = new AbortController();
      const failure = rows(slow, { signal: leave.signal }).catch((error: unknown) => error as Error);
      await new Promise((resolve) => setTimeout(resolve, pause));
      leave.abort();
      const error = await failure;
      expect(error, `after ${pause} ms`).toMatchObject({ code: 'cancelled' });
      // The server's own word, or nothing was running: a connection that had to be cut leaves the statement behind it.
      expect(String((error as Error).cause), `after ${pause} ms`).not.toMatch(/terminated/);
    }
    await expect.poll(running, { timeout: 3000 }).toBe(0);
  }, 60_000);

  it('survives the loss of its connections', async () => {
    await rows('SELECT 1');
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [schema]);
    await expect.poll(() => rows('SELECT 2').catch(() => undefined), { timeout: 3000 }).toEqual([[2]]);
  });
});
