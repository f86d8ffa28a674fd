import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const CHDB = `${root}.cache/chdb/node_modules/chdb`;
const START_MS = 60_000;
const ACCOUNT = 'orrery:orrery-test';

/** A ClickHouse server tests may use. */
export interface TestClickhouse {
  readonly parameters: { readonly host: string; readonly port: number; readonly username: string; readonly password: string; readonly database: string };
  stop(): void;
}

async function startChdb(): Promise<TestClickhouse> {
  if (!existsSync(CHDB)) throw new Error(`ORRERY_TEST_CLICKHOUSE is chdb, but the package is not in ${CHDB}; see scripts/lib/test-services.mjs.`);
  const script = fileURLToPath(new URL('./chdb-server.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, CHDB, '0', ACCOUNT], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: { ...process.env, UV_THREADPOOL_SIZE: '32' } });
  const port = await new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('chdb did not start in time.'));
    }, START_MS);
    child.stdout!.on('data', (text: Buffer) => {
      const match = /listening (\d+)/.exec(text.toString());
      if (!match) return;
      clearTimeout(late);
      resolve(Number(match[1]));
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`chdb ended with code ${code}.`));
    });
  });
  const [username = '', password = ''] = ACCOUNT.split(':');
  return { parameters: { host: '127.0.0.1', port, username, password, database: 'default' }, stop: () => void child.kill() };
}

/** The server ORRERY_TEST_CLICKHOUSE names, or one of our own when it says `chdb`; undefined, which is printed, when it says nothing. */
export async function testClickhouse(): Promise<TestClickhouse | undefined> {
  const address = process.env['ORRERY_TEST_CLICKHOUSE'];
  if (!address) {
    console.log('skipped: tests on ClickHouse, ORRERY_TEST_CLICKHOUSE names no server and is not "chdb"');
    return undefined;
  }
  if (address === 'chdb') return startChdb();
  const { hostname, port, username, password, pathname } = new URL(address);
  return {
    parameters: { host: hostname, port: Number(port || 8123), username: decodeURIComponent(username) || 'default', password: decodeURIComponent(password), database: pathname.slice(1) || 'default' },
    stop: () => undefined,
  };
}
