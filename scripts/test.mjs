// `npm test`: installs, checks, builds, and runs every test; ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt, ensureInstalled, ensureNode, root } from './lib/ensure.mjs';
import { ensureBrowser, ensureClickhouse, ensureMysql, ensurePostgres, ensureRedis } from './lib/test-services.mjs';

ensureNode();
ensureInstalled({ development: true });

const only = process.argv[2];
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs one stage; every stage counts at least once, so a crash is never silent. */
function stage(name, command, args, read, env = {}) {
  if (only && only !== name) return;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28, env: { ...process.env, FORCE_COLOR: '0', ...env } });
  process.stdout.write(result.stdout ?? '');
  // Runners colour their summaries even when asked not to.
  const plain = stripVTControlCharacters(result.stdout ?? '');
  const counts = read(plain) ?? { passed: result.status === 0 ? 1 : 0, failed: 0 };
  totals.passed += counts.passed;
  totals.skipped += counts.skipped ?? 0;
  totals.failed += result.status === 0 ? counts.failed : Math.max(1, counts.failed);
  console.log(`── ${name}: ${result.status === 0 ? 'ok' : `failed (exit ${result.status ?? result.signal})`}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

const number = (text, pattern) => Number(pattern.exec(text)?.[1] ?? 0);
const readVitest = (text) => {
  const line = /^\s*Tests\s+(.*)$/m.exec(text)?.[1] ?? '';
  return line ? { passed: number(line, /(\d+) passed/), failed: number(line, /(\d+) failed/), skipped: number(line, /(\d+) skipped/) } : undefined;
};
// A test that needed a second try is printed as flaky by the runner, and passed.
const readPlaywright = (text) => ({ passed: number(text, /(\d+) passed/) + number(text, /(\d+) flaky/), failed: number(text, /(\d+) failed/), skipped: number(text, /(\d+) skipped/) });
const readCheck = (text) => ({ passed: (text.match(/^ok /gm) ?? []).length, failed: (text.match(/^FAILED /gm) ?? []).length });

if (only !== 'unit') {
  console.log('── build');
  ensureBuilt();
}
const readBench = (text) => ({ passed: (text.match(/"pass":true/g) ?? []).length, failed: (text.match(/"pass":false/g) ?? []).length });
const node = process.execPath;
const services = !only || only === 'unit' ? [ensurePostgres(), ensureMysql(), ensureClickhouse(), ensureRedis()] : [];
stage('check', node, ['--import', 'tsx', 'scripts/check.ts'], readCheck);
stage('unit', node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default'], readVitest, Object.assign({}, ...services.map(({ env }) => env)));
for (const service of services) service.stop();
const browser = !only || only === 'e2e' || only === 'bytes' ? ensureBrowser() : undefined;
stage('e2e', node, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line'], readPlaywright, browser ? { ORRERY_CHROMIUM: browser } : {});
// Bytes are exact wherever they are counted, so their budgets are a test; times are not.
stage('bytes', node, ['--import', 'tsx', 'scripts/bench/main.ts', 'bytes'], readBench, browser ? { ORRERY_CHROMIUM: browser } : {});

console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
