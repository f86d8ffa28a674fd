import type { Connection as DriverConnection } from 'mysql2/promise';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, ExecuteOptions } from '@orrery/sdk/server';
import { openConnection } from './open-connection.ts';
import { createPoolRegistry } from './pool-registry.ts';
import { run } from './prepare-connection.ts';

// The conformance suite (tests/contract/connectors.test.ts) has what all engines share; here is what only MySQL has.
const address = process.env['ORRERY_TEST_MYSQL'];
if (!address) console.log('skipped: MySQL connector, ORRERY_TEST_MYSQL names no server');

describe.skipIf(!address)('a MySQL connection', () => {
  const { hostname = '', port = '', username = '', password = '', pathname = '' } = address ? new URL(address) : {};
  const parameters = { host: hostname, port: Number(port), username, password, database: pathname.slice(1) };
  const schema = `connector_${process.pid}`;
  const pools = createPoolRegistry();
  let admin: DriverConnection;
  let connection: Connection;
  const options = (over: Partial<ExecuteOptions> = {}): ExecuteOptions => ({ signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 1000, mode: 'read', schema, ...over });
  const rows = async (sql: string, over: Partial<ExecuteOptions> = {}): Promise<readonly (readonly unknown[])[]> => {
    const all: unknown[][] = [];
    for await (const { columns, rowCount } of (await connection.execute(sql, options(over))).batches) for (let row = 0; row < rowCount; row++) all.push(columns.map((column) => column[row]));
    return all;
  };

  beforeAll(async () => {
    admin = await createConnection({ uri: address!, multipleStatements: true });
    await admin.query(`
      CREATE DATABASE ${schema}; USE ${schema};
      CREATE TABLE parent (a int, b int, PRIMARY KEY (b, a));
      CREATE TABLE kid (id int PRIMARY KEY, x int, y int COMMENT 'Why', \`we\`\`ird\` varchar(20), CONSTRAINT kid_fk FOREIGN KEY (x, y) REFERENCES parent (b, a), INDEX kid_i (\`we\`\`ird\`, y)) COMMENT 'A child';
      CREATE TABLE odd (u bigint unsigned, f tinyint(1), b bit(12), e enum('x', 'y'), j json, z datetime, t timestamp(3) NULL, y year, bin varbinary(10));
      SET sql_mode = ''; INSERT INTO odd VALUES (18446744073709551615, 5, b'100000000001', 'y', '{"a": [1, 2]}', '0000-00-00', '2024-01-01 00:00:00.5', 2024, 'ä');
      CREATE FUNCTION sneak() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO parent VALUES (1, 1); RETURN 1; END`);
    connection = await openConnection(pools, { id: 1, uuid: 'u', parameters });
  });
  afterAll(async () => {
    await admin?.query(`DROP DATABASE IF EXISTS ${schema}`);
    await admin?.end();
    pools.dispose();
  });

  it('[contract §1.5] is a caller’s own account in pools of their own, and that of the database for all others', async () => {
    const names = ['ann', 'bob'].map((name) => `${name}_${process.pid}`);
    for (const name of names) await admin.query(`CREATE USER '${name}'@'%' IDENTIFIED BY '${password}'`);
    const own = { host: hostname, port: Number(port), username, password, database: undefined };
    const as = (name: string) => openConnection(pools, { id: 2, uuid: 'v', parameters: own as never, impersonate: { username: name } });
    const read = async (open: Connection, sql: string) => {
      for await (const { columns } of (await open.execute(sql, options({ schema: null }))).batches) return columns.map(([cell]) => cell);
      return [];
    };
    // Accounts without rights see their own sessions only.
    const who = 'SELECT DISTINCT user AS who FROM information_schema.processlist';
    try {
      const [ann, bob] = [await as(names[0]!), await as(names[1]!)];
      expect(await Promise.all([ann, bob, ann].map((open) => read(open, who)))).toEqual([[names[0]], [names[1]], [names[0]]]);
      expect(await read(connection, `SELECT count(*) AS n FROM ${schema}.odd`)).toEqual([1]);
      await expect(read(bob, `SELECT count(*) AS n FROM ${schema}.odd`)).rejects.toMatchObject({ message: expect.stringContaining('denied') });
      const leave = new AbortController();
      const slow = bob.execute('SELECT count(*) AS n FROM information_schema.columns a, information_schema.columns b, information_schema.columns c WHERE a.ordinal_position + b.ordinal_position * c.ordinal_position = -1', options({ schema: null, timeoutMs: 100_000, signal: leave.signal }));
      setTimeout(() => leave.abort(), 300);
      await expect(slow).rejects.toMatchObject({ code: 'cancelled' });
      for (const name of ['x'.repeat(33), ' root']) await expect(as(name)).rejects.toMatchObject({ code: 'access-denied' });
      await expect(read(await as('nobody_here'), who)).rejects.toMatchObject({ code: expect.stringMatching(/denied|invalid/) });
      const pool = await pools.get({ id: 2, uuid: 'v', parameters: own as never, impersonate: { username: names[1]! } });
      await expect.poll(() => pool.isBusy(), { timeout: 10_000 }).toBe(false);
      const used = await pool.connect();
      expect(pool.isBusy()).toBe(true);
      used.release();
      await expect.poll(() => pool.isBusy(), { timeout: 10_000 }).toBe(false);
      const broken = await pool.connect();
      broken.destroy();
      await expect.poll(() => pool.isBusy(), { timeout: 10_000 }).toBe(false);
    } finally {
      for (const name of names) await admin.query(`DROP USER '${name}'@'%'`);
    }
  }, 60_000);

  it('tells keys, indexes and comments', async () => {
    const details = await connection.details!({ schema, name: 'kid' });
    expect(details).toMatchObject({ comment: 'A child', columnComments: { y: 'Why' } });
    expect(details.keys).toEqual(
      expect.arrayContaining([
        { kind: 'pk', name: 'PRIMARY', columns: ['id'] },
        { kind: 'fk', name: 'kid_fk', columns: ['x', 'y'], references: { table: { schema, name: 'parent' }, columns: ['b', 'a'] } },
        { kind: 'index', name: 'kid_i', columns: ['we`ird', 'y'] },
      ]),
    );
    expect(await connection.schemas()).toContain(schema);
  });

  it('gives odd values as what they are', async () => {
    expect(await rows('SELECT u, f, b, e, z, t, y, bin FROM odd')).toEqual([['18446744073709551615', 5, 2049, 'y', null, expect.any(Number), 2024, 'ä']]);
    expect(JSON.parse(String((await rows('SELECT j FROM odd'))[0]?.[0]))).toEqual({ a: [1, 2] });
  });

  it('reads in a session that cannot write, whatever a statement calls', async () => {
    await expect(rows('SELECT sneak()')).rejects.toMatchObject({ code: 'refused' });
    expect(await rows('SELECT count(*) FROM parent')).toEqual([[0]]);
    await rows('INSERT INTO parent VALUES (7, 8)', { mode: 'write' });
    await expect(rows('SELECT sneak()')).rejects.toMatchObject({ code: 'refused' });
    expect(await rows('SELECT a FROM parent')).toEqual([[7]]);
  });

  it('looks names up in the schema asked for, for this statement only', async () => {
    expect(await rows('SELECT count(*) FROM odd')).toEqual([[1]]);
    await expect(rows('SELECT count(*) FROM odd', { schema: null })).rejects.toMatchObject({ code: 'missing-table' });
  });

  it('reads texts as its sessions do, whatever the server is set to', async () => {
    await admin.query("SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
    try {
      const other = createPoolRegistry();
      const strict = await openConnection(other, { id: 2, uuid: 'v', parameters });
      const { batches } = await strict.execute(`SELECT "a" AS x, 'it\\'s' AS y`, options());
      for await (const { columns } of batches) expect(columns).toEqual([['a'], ["it's"]]);
      other.dispose();
    } finally {
      await admin.query('SET GLOBAL sql_mode = DEFAULT');
    }
  });

  it('gives its connections back: read to the end, left early, cancelled or failed', async () => {
    const many = 'SELECT a.ordinal_position AS n FROM information_schema.columns a, information_schema.columns b';
    for (let round = 0; round < 15; round++) {
      for await (const batch of (await connection.execute(many, options({ maxRows: 200_000 }))).batches) if (batch.rowCount > 0) break;
      await rows('SELECT nothing').catch(() => undefined);
      const leave = new AbortController();
      const { batches } = await connection.execute(many, options({ maxRows: 200_000, signal: leave.signal }));
      leave.abort();
      await expect(batches[Symbol.asyncIterator]().next().then(() => batches[Symbol.asyncIterator]().next())).rejects.toMatchObject({ code: 'cancelled' });
    }
    expect(await rows('SELECT 1')).toEqual([[1]]);
  }, 60_000);

  it('stops also the statement that reaches the server after the order to stop it', async () => {
    const pool = await pools.get({ id: 1, uuid: 'u', parameters });
    const late = await pool.connect();
    await pool.kill(late.threadId ?? 0);
    await expect(run(late, 'SELECT 1')).rejects.toMatchObject({ fatal: true });
    late.destroy();
    await pool.kill(late.threadId ?? 0);
    expect(await rows('SELECT 1')).toEqual([[1]]);
  });

  it('tells of a connection that is lost while a statement runs, long before its time is over', async () => {
    const slow = "SELECT 'lost_marker' AS marker, count(*) AS n FROM information_schema.columns a, information_schema.columns b, information_schema.columns c WHERE a.ordinal_position + b.ordinal_position * c.ordinal_position = -1";
    const running = async (): Promise<number | undefined> => ((await admin.query("SELECT id FROM information_schema.processlist WHERE info LIKE '%lost_marker%' AND info NOT LIKE '%processlist%'"))[0] as { id: number }[])[0]?.id;
    const lost = rows(slow, { timeoutMs: 600_000 }).catch((error: unknown) => error);
    await expect.poll(running, { timeout: 10_000 }).toBeDefined();
    await admin.query(`KILL CONNECTION ${await running()}`);
    expect(['unavailable', 'cancelled']).toContain(((await lost) as { code?: string }).code);
  }, 30_000);

  it('survives the loss of its connections', async () => {
    await rows('SELECT 1');
    const [mine] = await admin.query('SELECT id FROM information_schema.processlist WHERE id <> connection_id() AND db = ?', [schema]);
    for (const { id } of mine as { id: number }[]) await admin.query(`KILL ${id}`).catch(() => undefined);
    await expect.poll(() => rows('SELECT 2').catch(() => undefined), { timeout: 3000 }).toEqual([[2]]);
  });
});
