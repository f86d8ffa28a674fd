import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SqliteFile from 'libsql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import { DatabaseService } from '../../plugins/app/database/contract.ts';
import { serverOf } from './connector-bench.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { sendFile } from './upload-kit.ts';

// Each upload starts an engine of its own, which takes its time where others compute too.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let databases: DatabaseService;

beforeAll(async () => {
  const reader = fakePlugin({ id: 'reader', dependencies: { database: '^0.1.0' } }, { requires: { service: DatabaseService }, activate: (_ctx: unknown, { service }: { service: DatabaseService }) => void (databases = service) });
  app = await startApp({ more: ['data/sql', 'data/upload', 'data/connector-postgresql', 'data/connector-mysql', 'data/connector-sqlite'], extra: [reader] });
  mkdirSync(path.join(app.dataDir, 'sqlite'), { recursive: true });
  new SqliteFile(path.join(app.dataDir, 'sqlite/uploads.sqlite')).exec('VACUUM');
}, 60_000);
afterAll(() => app.close());

const ENGINES = [
  { engine: 'sqlite', parameters: { file: 'uploads.sqlite' } as Readonly<Record<string, unknown>> | undefined },
  { engine: 'postgresql', parameters: serverOf('ORRERY_TEST_PG') },
  { engine: 'mysql', parameters: serverOf('ORRERY_TEST_MYSQL') },
];

describe.each(ENGINES.filter(({ parameters }) => parameters !== undefined))('uploads to $engine', ({ engine, parameters }) => {
  let database: number;
  /** Not there before, whatever an earlier run left in the server. */
  const table = `up "load" ${process.pid}`;

  beforeAll(async () => {
    const { status, json, text } = await app.admin.request('POST', '/api/v1/database/', { json: { database_name: engine, engine, parameters, allow_file_upload: true } });
    if (status !== 201) throw new Error(`POST database answered ${status}: ${text}`);
    database = (json as { id: number }).id;
  });

  async function withConnection<T>(work: (run: (sql: string, mode?: 'read' | 'write') => Promise<unknown[][]>, quoted: string) => Promise<T>): Promise<T> {
    const { connection, dialect } = await databases.connect(database);
    return work(async (sql, mode = 'read') => {
      const { batches } = await connection.execute(sql, { mode, maxRows: 100_000, timeoutMs: 20_000, signal: new AbortController().signal });
      const rows: unknown[][] = [];
      for await (const batch of batches) for (let row = 0; row < batch.rowCount; row += 1) rows.push(batch.columns.map((column) => column[row]));
      return rows;
    }, dialect.identifier(table));
  }
  const all = (order = 1): Promise<unknown[][]> => withConnection((run, quoted) => run(`SELECT * FROM ${quoted} ORDER BY ${order}`));
  const send = (bytes: string, more: Readonly<Record<string, string>> = {}) => sendFile(app, `${database}/upload/`, { name: 'a.csv', bytes }, { type: 'csv', table_name: table, ...more });
  afterAll(() => withConnection((run, quoted) => run(`DROP TABLE IF EXISTS ${quoted}`, 'write')));

  it('creates typed columns, keeps what SQL would stumble over', async () => {
    const answer = await send(`id,big,real,truth,day,moment,"select ""x""",ünï\n1,9007199254740993,1.5,true,2024-01-31,2024-01-31 10:00:00.250,"it's \\ 'fine'; --",Öl€😀\n2,,,,,,,\n`);
    expect(answer.json).toEqual({ message: 'OK' });
    const [first, second] = await all();
    expect(first?.map((value, at) => (at === 3 ? Boolean(value) : value)).filter((_, at) => at !== 1 && at !== 4 && at !== 5)).toEqual([1, 1.5, true, "it's \\ 'fine'; --", 'Öl€😀']);
    expect(second).toEqual([2, null, null, null, null, null, null, null]);
    const [[exact] = []] = await withConnection((run, quoted) => run(`SELECT count(*) FROM ${quoted} WHERE big = 9007199254740993 AND day = '2024-01-31' AND moment > '2024-01-31 09:59:59' AND moment < '2024-01-31 10:00:01'`));
    expect(exact).toBe(1);
    const { result } = (await app.admin.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:'${encodeURIComponent(table)}')),columns:!(id))`)).json as { result: unknown[] };
    expect(result.length).toBeGreaterThan(0);
  }, 30_000);

  it('fails, grows, is replaced, and stays as it was when something is wrong', async () => {
    expect((await send('id\n1\n')).status).toBe(422);
    expect((await send('id,big\n3,4\n', { already_exists: 'append' })).json).toEqual({ message: 'OK' });
    expect((await all()).map(([id]) => id)).toEqual([1, 2, 3]);
    expect((await send('id\nx\n', { already_exists: 'append' })).status).toBe(422);
    expect((await send('id,other\n1,2\n', { already_exists: 'append' })).status).toBe(422);
    expect((await all()).map(([id]) => id)).toEqual([1, 2, 3]);
    const many = Array.from({ length: 20_000 }, (_, at) => `${at},${'x'.repeat(at % 40)}`).join('\n');
    expect((await send(`n,text\n${many}\n`, { already_exists: 'replace' })).json).toEqual({ message: 'OK' });
    expect(await withConnection((run, quoted) => run(`SELECT count(*), max(n), min(n) FROM ${quoted}`))).toEqual([[20_000, 19_999, 0]]);
    const left = await (await databases.connect(database)).connection.tables(engine === 'postgresql' ? 'public' : null);
    expect(left.filter(({ name }) => name.startsWith('upload_'))).toEqual([]);
  }, 60_000);
});
