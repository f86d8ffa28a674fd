// Real services for the tests: found, or installed by the system's package manager, or skipped with a printed reason.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Nothing here may wait for ever. */
const PATIENCE_MS = 180_000;
const run = (command, args, options = {}) => spawnSync(command, args, { encoding: 'utf8', timeout: PATIENCE_MS, killSignal: 'SIGKILL', ...options });
const which = (name) => run('sh', ['-c', `command -v ${name}`]).stdout.trim();

/** Runs a shell command should this process end without having stopped its service; answers what calls that off. */
function guard(command) {
  const watcher = spawn('sh', ['-c', `while kill -0 ${process.pid} 2>/dev/null; do sleep 1; done; ${command}`], { stdio: 'ignore', detached: true });
  watcher.unref();
  return () => {
    if (watcher.pid === undefined) return;
    try {
      process.kill(-watcher.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
}

function aptInstall(packages) {
  if (!which('apt-get') || process.getuid?.() !== 0) return false;
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], { env, stdio: 'ignore' });
  return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/** Path of a Chromium. The end-to-end tests cannot run without one, so a missing browser is an error. */
export function ensureBrowser() {
  const find = () => process.env['ORRERY_CHROMIUM'] || ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(which).find(Boolean);
  const found = find() ?? (aptInstall(['chromium', 'fonts-liberation']) ? find() : undefined);
  if (!found) console.error('No Chromium found; install one, or name it in ORRERY_CHROMIUM.');
  return found;
}

/** Starts a PostgreSQL of its own for the metadata tests. */
export function ensurePostgres() {
  const none = (reason) => {
    console.log(`skipped: tests on PostgreSQL (${reason})`);
    return { env: {}, stop() {} };
  };
  if (process.env['ORRERY_TEST_PG']) return { env: {}, stop() {} };
  const binaries = () => (existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) => existsSync(path.join(folder, 'initdb'))) : undefined);
  const folder = binaries() ?? (aptInstall(['postgresql']) ? binaries() : undefined);
  if (!folder) return none('it is not installed and could not be');
  const data = mkdtempSync(path.join(os.tmpdir(), 'orrery-pg-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) run('chown', ['postgres', data]);
  const as = (command) => (asRoot ? run('su', ['postgres', '-s', '/bin/sh', '-c', command]) : run('sh', ['-c', command]));
  const port = 54000 + (process.pid % 1000);
  const halt = `${folder}/pg_ctl -D ${data}/db -m immediate stop >/dev/null`;
  const callOff = guard(`${asRoot ? `su postgres -s /bin/sh -c '${halt}'` : halt}; rm -rf ${data}`);
  const made = as(`${folder}/initdb -D ${data}/db -U orrery -A trust -E UTF8 >/dev/null && ${folder}/pg_ctl -D ${data}/db -w -o "-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data} -c fsync=off" -l ${data}/log start >/dev/null && ${folder}/createdb -h 127.0.0.1 -p ${port} -U orrery orrery`);
  const stop = () => {
    callOff();
    as(halt);
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  if (made.status !== 0) {
    stop();
    return none(`it did not start: ${(made.stderr || made.error?.message || '').trim().split('\n').pop()}`);
  }
  return { env: { ORRERY_TEST_PG: `postgres://orrery@127.0.0.1:${port}/orrery` }, stop };
}

/** Starts a MariaDB of its own for the tests of the MySQL connector. */
export function ensureMysql() {
  const none = (reason) => {
    console.log(`skipped: tests on MySQL and MariaDB (${reason})`);
    return { env: {}, stop() {} };
  };
  if (process.env['ORRERY_TEST_MYSQL']) return { env: {}, stop() {} };
  const binary = () => which('mariadbd') || ['/usr/sbin/mariadbd', '/usr/sbin/mysqld'].find((file) => existsSync(file));
  const server = binary() || (aptInstall(['mariadb-server']) ? binary() : undefined);
  if (!server) return none('it is not installed and could not be');
  const data = mkdtempSync(path.join(os.tmpdir(), 'orrery-my-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) run('chown', ['mysql', data]);
  const user = asRoot ? ['--user=mysql'] : [];
  const port = 55000 + (process.pid % 1000);
  const made = run('mariadb-install-db', ['--no-defaults', `--datadir=${data}/db`, '--auth-root-authentication-method=normal', '--skip-test-db', ...user]);
  if (made.status !== 0) return none(`its data folder could not be made: ${(made.stderr || made.error?.message || '').trim().split('\n').pop()}`);
  const socket = path.join(data, 'socket');
  const started = spawn(server, ['--no-defaults', `--datadir=${data}/db`, `--socket=${socket}`, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', `--pid-file=${data}/pid`, '--innodb-flush-log-at-trx-commit=0', '--max-connections=100', ...user], { stdio: 'ignore', detached: true });
  started.unref();
  const callOff = guard(`kill -9 ${started.pid}; rm -rf ${data}`);
  const stop = () => {
    callOff();
    started.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const create = "CREATE DATABASE orrery; CREATE USER orrery@'%' IDENTIFIED BY 'orrery-test'; GRANT ALL ON *.* TO orrery@'%'";
  const ready = run('sh', ['-c', `for i in $(seq 100); do mariadb --no-defaults --socket=${socket} -u root -e "${create}" 2>/dev/null && exit 0; sleep 0.2; done; exit 1`]);
  if (ready.status !== 0) {
    stop();
    return none('it did not start');
  }
  return { env: { ORRERY_TEST_MYSQL: `mysql://orrery:orrery-test@127.0.0.1:${port}/orrery` }, stop };
}

/** Starts a Redis of its own for the tests of what several processes share. */
export function ensureRedis() {
  const none = (reason) => {
    console.log(`skipped: tests on Redis (${reason})`);
    return { env: {}, stop() {} };
  };
  if (process.env['ORRERY_TEST_REDIS']) return { env: {}, stop() {} };
  const server = which('redis-server') || (aptInstall(['redis-server']) ? which('redis-server') : undefined);
  if (!server) return none('it is not installed and could not be');
  const data = mkdtempSync(path.join(os.tmpdir(), 'orrery-redis-'));
  const port = 57000 + (process.pid % 1000);
  const started = spawn(server, ['--bind', '127.0.0.1', '--port', String(port), '--dir', data, '--save', '', '--appendonly', 'no'], { stdio: 'ignore', detached: true });
  started.unref();
  const stop = () => {
    started.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const knock = `const at = Date.now(); const ask = () => require('node:net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => (Date.now() - at > 10000 ? process.exit(1) : setTimeout(ask, 50))); ask();`;
  if (run(process.execPath, ['-e', knock]).status !== 0) {
    stop();
    return none('it did not start');
  }
  return { env: { ORRERY_TEST_REDIS: `redis://127.0.0.1:${port}` }, stop };
}

const CHDB = '3.4.0';
const root = path.resolve(import.meta.dirname, '../..');

/** Folder of the package chdb, ClickHouse's engine: installed into `.cache` (17 s, 550 MB), not among the dependencies. */
function chdbFolder() {
  const prefix = path.join(root, '.cache/chdb');
  const folder = path.join(prefix, 'node_modules/chdb');
  if (existsSync(folder)) return folder;
  console.log(`Installing chdb ${CHDB} …`);
  run('npm', ['install', '--prefix', prefix, `chdb@${CHDB}`, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'], { stdio: 'ignore', timeout: 180_000 });
  return existsSync(folder) ? folder : undefined;
}

/** Starts a ClickHouse of its own for the tests of the connector; ORRERY_TEST_CHDB=0 leaves it out. */
export function ensureClickhouse() {
  const none = (reason) => {
    console.log(`skipped: tests on ClickHouse (${reason})`);
    return { env: {}, stop() {} };
  };
  const wanted = process.env['ORRERY_TEST_CLICKHOUSE'];
  if (wanted && wanted !== 'chdb') return { env: {}, stop() {} };
  if (process.env['ORRERY_TEST_CHDB'] === '0') return none('ORRERY_TEST_CHDB is 0');
  const folder = chdbFolder();
  if (!folder) return none(`chdb ${CHDB} is not in .cache and could not be installed`);
  const port = 56000 + (process.pid % 1000);
  const account = 'orrery:orrery-test';
  const data = mkdtempSync(path.join(os.tmpdir(), 'orrery-ch-'));
  const started = spawn(process.execPath, [path.join(root, 'tests/support/clickhouse/chdb-server.mjs'), folder, String(port), account, data], { stdio: 'ignore', detached: true, env: { ...process.env, UV_THREADPOOL_SIZE: '32' } });
  started.unref();
  const callOff = guard(`kill -9 ${started.pid}; rm -rf ${data}`);
  const stop = () => {
    callOff();
    started.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const ready = run(process.execPath, ['-e', `const at = Date.now(); const ask = () => fetch('http://127.0.0.1:${port}/ping').then(() => process.exit(0), () => (Date.now() - at > 60000 ? process.exit(1) : setTimeout(ask, 100))); ask();`]);
  if (ready.status !== 0) {
    stop();
    return none('chdb did not start on this system');
  }
  return { env: { ORRERY_TEST_CLICKHOUSE: `http://${account}@127.0.0.1:${port}/default` }, stop };
}
