// Real services for the tests: found, or installed by the system's package manager, or skipped with a printed reason.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const run = (command, args, options = {}) => spawnSync(command, args, { encoding: 'utf8', ...options });
const which = (name) => run('sh', ['-c', `command -v ${name}`]).stdout.trim();

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
  const made = as(`${folder}/initdb -D ${data}/db -U orrery -A trust -E UTF8 >/dev/null && ${folder}/pg_ctl -D ${data}/db -w -o "-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data} -c fsync=off" -l ${data}/log start >/dev/null && ${folder}/createdb -h 127.0.0.1 -p ${port} -U orrery orrery`);
  if (made.status !== 0) return none(`it did not start: ${made.stderr.trim().split('\n').pop()}`);
  return {
    env: { ORRERY_TEST_PG: `postgres://orrery@127.0.0.1:${port}/orrery` },
    stop() {
      as(`${folder}/pg_ctl -D ${data}/db -m immediate stop >/dev/null`);
      rmSync(data, { recursive: true, force: true });
    },
  };
}
