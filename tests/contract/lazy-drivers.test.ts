import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const connectors = readdirSync(`${root}plugins/data`).filter((name) => name.startsWith('connector-'));
const DRIVERS = /node_modules\/(?:pg|pg-cursor|libpg-query|mysql2|@clickhouse\/client|libsql|@duckdb)\//;

/** Prints the drivers a process has loaded after `work`. */
function driversAfter(work: string): readonly string[] {
  const source = `import { createRequire } from 'node:module'; ${work}; console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], { cwd: root, encoding: 'utf8', timeout: 100_000 });
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as string[]).filter((file) => DRIVERS.test(file.replaceAll('\\', '/')));
}

describe('drivers of databases', () => {
  it('are loaded with the first connection, not with their plugins', () => {
    expect(connectors.length).toBeGreaterThan(5);
    expect(driversAfter(connectors.map((name) => `await import('./plugins/data/${name}/server/plugin.ts')`).join(';'))).toEqual([]);
    // What the test would see otherwise.
    expect(driversAfter("await import('pg')")).not.toEqual([]);
  }, 240_000);
});
