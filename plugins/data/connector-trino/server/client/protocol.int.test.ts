import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Connection, ExecuteOptions } from '@orrery/sdk/server';
import { startFakeCoordinator } from '../../../../../tests/support/trino/fake-coordinator.ts';
import type { FakeCoordinator, FakeOptions } from '../../../../../tests/support/trino/fake-coordinator.ts';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import { openConnection } from '../connection/open-connection.ts';
import { createServerRegistry } from '../connection/server-registry.ts';

// The real service, though another plugin's; its short texts need no thread.
const { createSqlAnalysis } = (await import(new URL('../../../sql/server/create-sql-analysis.ts', import.meta.url).href)) as { createSqlAnalysis(worker: unknown): SqlAnalysis };
const analysis = createSqlAnalysis(undefined);

const options = (over: Partial<ExecuteOptions> = {}): ExecuteOptions => ({ signal: new AbortController().signal, timeoutMs: 10_000, maxRows: 10_000, mode: 'read', ...over });
const SLOW = 'SELECT count(*) AS n FROM UNNEST(sequence(1, 10000)) AS a(x) CROSS JOIN UNNEST(sequence(1, 10000)) AS b(y) CROSS JOIN UNNEST(sequence(1, 10000)) AS c(z) WHERE (x * y * z) % 7 = 13';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Bench {
  readonly fake: FakeCoordinator;
  readonly servers: ReturnType<typeof createServerRegistry>;
  readonly connection: Connection;
  rows(sql: string, over?: Partial<ExecuteOptions>): Promise<readonly (readonly unknown[])[]>;
  failure(sql: string, over?: Partial<ExecuteOptions>): Promise<unknown>;
}

async function bench(fakeOptions: FakeOptions = {}, parameters: Readonly<Record<string, unknown>> = {}, id = 1): Promise<Bench> {
  const fake = await startFakeCoordinator(fakeOptions);
  const servers = createServerRegistry();
  cleanups.push(() => fake.close(), () => servers.dispose());
  const connection = await openConnection(servers, analysis, { id, uuid: 'u', parameters: { host: '127.0.0.1', port: fake.port, username: 'ann', database: 'memory_catalog/main', ...parameters } as never });
  const rows: Bench['rows'] = async (sql, over) => {
    const all: unknown[][] = [];
    for await (const { columns, rowCount } of (await connection.execute(sql, options(over))).batches) for (let row = 0; row < rowCount; row++) all.push(columns.map((column) => column[row]));
    return all;
  };
  return { fake, servers, connection, rows, failure: (sql, over) => rows(sql, over).then(() => 'none', (error: unknown) => error) };
}

describe('the protocol of Trino (a fake coordinator over DuckDB, NOT Trino)', () => {
  it('follows pages at the configured address only, and asks for small ones', async () => {
    const { fake, rows } = await bench({ pageRows: 7 });
    expect(await rows('SELECT x FROM UNNEST(sequence(0, 100)) AS t(x)')).toEqual(Array.from({ length: 100 }, (_, x) => [x]));
    const gets = fake.requests.filter((request) => request.startsWith('GET /v1/statement/executing/'));
    // Every answer names http://coordinator.internal:1, where nobody listens.
    expect(gets.length).toBeGreaterThan(15);
    expect(gets.every((request) => request.includes('targetResultSize=1MB'))).toBe(true);
    expect(fake.requests.some((request) => request.startsWith('DELETE'))).toBe(false);
  });

  it('sends who asks, where, and in UTC', async () => {
    const { fake, rows } = await bench({}, { query: { source: 'nightly' } });
    await rows('SELECT 1');
    await rows('SELECT 1', { catalog: 'other', schema: 'größe' });
    const [first, second] = [...fake.queries.values()].map(({ headers }) => headers);
    expect(first).toMatchObject({ 'x-trino-user': 'ann', 'x-trino-source': 'nightly', 'x-trino-catalog': 'memory_catalog', 'x-trino-schema': 'main', 'x-trino-time-zone': 'UTC' });
    expect(second).toMatchObject({ 'x-trino-catalog': 'other', 'x-trino-schema': 'gr%C3%B6%C3%9Fe' });
    expect(first).not.toHaveProperty('authorization');
  });

  it('[contract §1.5] asks in the name of a caller from the first request to the last, signed in as itself', async () => {
    const { fake, servers } = await bench();
    const asked = async (username: string) => {
      const connection = await openConnection(servers, analysis, { id: 1, uuid: 'u', parameters: { host: '127.0.0.1', port: fake.port, username: 'ann', database: 'memory_catalog/main' } as never, impersonate: { username } });
      for await (const batch of (await connection.execute('SELECT x FROM UNNEST(sequence(0, 30)) AS t(x)', options())).batches) expect(batch.rowCount).toBeGreaterThan(0);
      return connection.schemas();
    };
    await asked('bob');
    expect(new Set([...fake.queries.values()].map(({ headers }) => headers['x-trino-user']))).toEqual(new Set(['bob']));
    expect(new Set(fake.users)).toEqual(new Set(['bob']));
    await asked('eve@example.org');
    expect([...fake.queries.values()].at(-1)?.headers).toMatchObject({ 'x-trino-user': 'eve@example.org' });
    for (const name of ['zoë', ' bob', 'bob\nx-trino-user: root', '']) await expect(asked(name)).rejects.toMatchObject({ code: 'access-denied' });
  });

  it('speaks to Presto in its own headers', async () => {
    const { fake, rows } = await bench({ version: '0.288-abc' });
    expect(await rows('SELECT 1')).toEqual([[1]]);
    expect([...fake.queries.values()][0]?.headers).toMatchObject({ 'x-presto-user': 'ann', 'x-presto-catalog': 'memory_catalog' });
  });

  it('gives values of every type', async () => {
    const { connection, rows } = await bench();
    const sql = `SELECT CAST(9007199254740993 AS BIGINT) AS big, CAST(5 AS BIGINT) AS small, CAST(1.25 AS DECIMAL(12, 2)) AS price, CAST(0.1 AS DOUBLE) AS d, true AS ok, DATE '2024-02-29' AS day,
      TIMESTAMP '2024-02-29 12:34:56.789' AS ts, CAST('2024-02-29 12:34:56.789+00' AS TIMESTAMP WITH TIME ZONE) AS tz, 'a"1234567890123456789' AS t, encode('ä') AS bin, CAST(NULL AS VARCHAR) AS nothing, TIME '10:00:00' AS clock`;
    const { columns } = await connection.execute(sql, options());
    expect(columns.map(({ type }) => type)).toEqual(['bigint', 'bigint', 'decimal(12,2)', 'double', 'boolean', 'date', 'timestamp(3)', 'timestamp(3) with time zone', 'varchar', 'varbinary', 'varchar', 'time(3)']);
    expect(columns.map(({ generic }) => generic)).toEqual([0, 0, 0, 0, 3, 2, 2, 2, 1, 1, 1, 1]);
    const instant = Date.UTC(2024, 1, 29, 12, 34, 56, 789);
    expect(await rows(sql)).toEqual([['9007199254740993', 5, 1.25, 0.1, true, Date.UTC(2024, 1, 29), instant, instant, 'a"1234567890123456789', 'ä', null, '10:00:00']]);
  });

  it('waits for a busy coordinator', async () => {
    const { rows } = await bench({ busy: 2 });
    expect(await rows('SELECT 1')).toEqual([[1]]);
  });

  it.each([
    ['SELECT * FROM no_such', 'missing-table'], ['SELECT nope FROM (SELECT 1 AS x) AS t', 'missing-column'], ["SELECT CAST('x' AS INTEGER)", 'engine'],
  ])('tells errors of the coordinator apart: %s', async (sql, code) => {
    const { failure } = await bench();
    expect(await failure(sql)).toMatchObject({ code });
  });

  it.each(['INSERT INTO t VALUES (1)', 'SELECT 1; SELECT 2', 'CALL system.runtime.kill_query(1)', "SELECT * FROM TABLE(system.query(query => 'x'))", 'SHOW TABLES'])('sends nothing it may not read: %s', async (sql) => {
    const { fake, failure } = await bench();
    expect(['refused', 'syntax']).toContain(((await failure(sql)) as { code?: string }).code);
    expect(fake.queries.size).toBe(0);
  });

  it('cancels in the cluster, at once', async () => {
    const { fake, failure } = await bench();
    const controller = new AbortController();
    const failed = failure(SLOW, { signal: controller.signal });
    await expect.poll(() => fake.requests.filter((request) => request.startsWith('GET /v1/statement')).length, { timeout: 5000 }).toBeGreaterThan(1);
    const started = performance.now();
    controller.abort();
    expect(await failed).toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(300);
    await expect.poll(() => [...fake.queries.values()].map(({ state }) => state), { timeout: 1000 }).toEqual(['CANCELED']);
  });

  it('cancels what was cancelled before its first answer', async () => {
    const { fake, failure } = await bench();
    const controller = new AbortController();
    const failed = failure(SLOW, { signal: controller.signal });
    await expect.poll(() => fake.requests.length, { timeout: 5000, interval: 1 }).toBeGreaterThan(0);
    controller.abort();
    expect(await failed).toMatchObject({ code: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([...fake.queries.values()].filter(({ state }) => state === 'RUNNING')).toEqual([]);
  });

  it('stops in time, and when the reader leaves', async () => {
    const { fake, connection, failure } = await bench();
    expect(await failure(SLOW, { timeoutMs: 400 })).toMatchObject({ code: 'timeout' });
    for await (const batch of (await connection.execute('SELECT x FROM UNNEST(sequence(1, 1000000)) AS t(x)', options())).batches) if (batch.rowCount > 0) break;
    await expect.poll(() => [...fake.queries.values()].map(({ state }) => state), { timeout: 1000 }).toEqual(['CANCELED', 'CANCELED']);
  });

  it('reads no more rows than asked for', async () => {
    const { fake, rows } = await bench({ pageRows: 10 });
    expect((await rows('SELECT x FROM UNNEST(sequence(1, 1000000)) AS t(x)', { maxRows: 25 })).length).toBe(25);
    expect(fake.requests.length).toBeLessThan(12);
  });

  it('finishes a change before it answers', async () => {
    const { rows } = await bench();
    await rows('CREATE TABLE made AS SELECT 1 AS x', { mode: 'write' });
    await rows('INSERT INTO made VALUES (2)', { mode: 'write' });
    expect(await rows('SELECT sum(x) AS s FROM made')).toEqual([[3]]);
  });

  it('reads catalogs and details', async () => {
    const { connection, rows } = await bench();
    await rows('CREATE TABLE commented AS SELECT 1 AS x', { mode: 'write' });
    expect(await connection.catalogs()).toEqual(['memory_catalog', 'other']);
    expect(await connection.details!({ schema: 'main', name: 'commented' })).toEqual({ keys: [], comment: 'A comment', columnComments: {} });
  });

  describe('over TLS', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'orrery-tls-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const made = ((): FakeOptions['tls'] => {
      try {
        execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`], { stdio: 'ignore' });
        return { key: readFileSync(`${folder}/key.pem`, 'utf8'), cert: readFileSync(`${folder}/cert.pem`, 'utf8') };
      } catch {
        console.log('skipped: Trino over TLS, there is no openssl to make a certificate');
        return undefined;
      }
    })();

    it.skipIf(!made)('checks certificates, and sends passwords', async () => {
      const secured = { tls: made!, account: 'ann:secret-password' };
      const trusted = await bench(secured, { password: 'secret-password', server_cert: made!.cert });
      expect(await trusted.rows('SELECT 1')).toEqual([[1]]);
      const unchecked = await bench(secured, { password: 'secret-password', query: { verify: 'false' } });
      expect(await unchecked.rows('SELECT 1')).toEqual([[1]]);
      const distrusted = await bench(secured, { password: 'secret-password' });
      expect(await distrusted.failure('SELECT 1')).toMatchObject({ code: 'unavailable', fields: ['encryption'] });
      const wrong = await bench(secured, { password: 'secret-wrong', server_cert: made!.cert });
      const error = (await wrong.failure('SELECT 1')) as Error;
      expect(error).toMatchObject({ code: 'access-denied', fields: ['username', 'password'] });
      expect(error.message).not.toContain('secret');
    });

    it('sends no password without it', async () => {
      await expect(bench({}, { password: 'p', query: { http_scheme: 'http' } })).rejects.toMatchObject({ code: 'unavailable', fields: ['encryption', 'password'] });
    });
  });

  it('knows what is no coordinator', async () => {
    const other = http.createServer((_, response) => response.end('<html>Welcome</html>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => void other.close());
    const { failure } = await bench({}, { port: (other.address() as AddressInfo).port });
    expect(await failure('SELECT 1')).toMatchObject({ code: 'host-down', fields: ['host', 'port'] });
  });

  it('[contract §1.5] names a catalog that is not there when a connection is tested', async () => {
    await expect(bench({}, { database: 'nothing' }, 0)).rejects.toMatchObject({ code: 'unknown-database', fields: ['database'] });
  });
});
