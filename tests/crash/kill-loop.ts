// Kills the server at random moments while it writes, and checks that nothing acknowledged is lost and nothing half-written shows.
//   npx tsx tests/crash/kill-loop.ts [rounds]
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { ensureFirstAdmin } from '../../kernel/server/auth/first-admin.ts';
import { KERNEL_MIGRATIONS } from '../../kernel/server/metadata/kernel-migrations.ts';
import { openMetadata } from '../../kernel/server/metadata/open-metadata.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PARALLEL = 4;
/** Longest time between the first acknowledged write and the kill, in milliseconds. */
const LONGEST_MS = 150;
/** Share of the rounds killed at any time after the start, perhaps before the first write is through. */
const EARLY = 0.15;

/** What the loop found. */
export interface KillReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly halfWritten: readonly number[];
  /** Slowest start after a kill, from spawn to the first answer, in milliseconds. */
  readonly slowestStartMs: number;
}

/** Runs `rounds` kills against one data directory. Throws when the database does not open or is damaged. */
export async function killLoop(rounds: number): Promise<KillReport> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'orrery-crash-'));
  const program = path.join(root, '.scratch', `crash-${process.pid}`, 'note-server.mjs');
  mkdirSync(path.dirname(program), { recursive: true });
  try {
    await bundle(program);
    const adminId = await prepare(dataDir);
    const acknowledged: string[] = [];
    let slowestStartMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      slowestStartMs = Math.max(slowestStartMs, await writeUntilKilled(program, dataDir, adminId, round, acknowledged));
      await checkIntegrity(dataDir);
    }
    return { rounds, acknowledged: acknowledged.length, slowestStartMs, ...(await examine(dataDir, acknowledged)) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(path.dirname(program), { recursive: true, force: true });
  }
}

async function writeUntilKilled(program: string, dataDir: string, adminId: number, round: number, acknowledged: string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [program, dataDir, String(adminId)], { stdio: ['ignore', 'pipe', 'inherit'], cwd: root });
  const { origin, token } = await firstLine(child);
  const startMs = performance.now() - started;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let isAlive = true;
  let noteFirst: () => void = () => {};
  const first = Math.random() < EARLY ? Promise.resolve() : new Promise<void>((resolve) => (noteFirst = resolve));
  const write = async (lane: number): Promise<void> => {
    for (let number = 0; isAlive; number += 1) {
      const title = `${round}/${lane}/${number}`;
      const response = await fetch(`${origin}/api/v1/note/`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify({ title }) }).catch(() => undefined);
      if (!response) return;
      if (response.status !== 201) throw new Error(`The write was answered ${response.status}: ${await response.text()}`);
      acknowledged.push(title);
      noteFirst();
    }
  };
  const writers = Promise.all(Array.from({ length: PARALLEL }, (_, lane) => write(lane)));
  await Promise.race([writers, first.then(() => new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS)))]);
  isAlive = false;
  child.kill('SIGKILL');
  await Promise.all([exited, writers]);
  return startMs;
}

async function firstLine(child: ChildProcess): Promise<{ origin: string; token: string }> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return JSON.parse(text.slice(0, text.indexOf('\n'))) as { origin: string; token: string };
  }
  throw new Error(`The server did not start: ${text}`);
}

async function prepare(dataDir: string): Promise<number> {
  const metadata = await openMetadata({ file: path.join(dataDir, 'metadata.db') });
  await metadata.forPlugin('kernel').migrate(KERNEL_MIGRATIONS);
  const admin = await ensureFirstAdmin(metadata.forPlugin('kernel'), undefined);
  await metadata.close();
  return admin?.userId ?? 0;
}

async function checkIntegrity(dataDir: string): Promise<void> {
  const metadata = await openMetadata({ file: path.join(dataDir, 'metadata.db') });
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(metadata.forPlugin('check').db());
  await metadata.close();
  if (rows[0]?.integrity_check !== 'ok') throw new Error(`The database is damaged: ${JSON.stringify(rows)}`);
}

async function examine(dataDir: string, acknowledged: readonly string[]): Promise<Pick<KillReport, 'lost' | 'halfWritten'>> {
  const metadata = await openMetadata({ file: path.join(dataDir, 'metadata.db') });
  const db = metadata.forPlugin('check').db();
  const { rows } = await sql<{ id: number; title: string; done: number; parts: number }>`
    select n.id, n.title, n.done, (select count(*) from note_part as p where p.note_id = n.id) as parts from note as n`.execute(db);
  await metadata.close();
  const present = new Set(rows.map((row) => row.title));
  return { lost: acknowledged.filter((title) => !present.has(title)), halfWritten: rows.filter((row) => row.done !== 1 || row.parts !== 2).map((row) => row.id) };
}

async function bundle(outfile: string): Promise<void> {
  const workspaces: Readonly<Record<string, string>> = { '@orrery/sdk': 'sdk/src/common/index.ts', '@orrery/sdk/server': 'sdk/src/server/index.ts', '@orrery/kernel/server': 'kernel/server/index.ts', '@orrery/kernel/common': 'kernel/common/index.ts' };
  await build({
    entryPoints: [path.join(root, 'tests/crash/note-server.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
    plugins: [{ name: 'workspaces', setup: (context) => context.onResolve({ filter: /^@orrery\// }, ({ path: name }) => ({ path: path.join(root, workspaces[name] ?? name) })) }],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = await killLoop(Number(process.argv[2] ?? 1000));
  console.log(JSON.stringify(report));
  process.exit(report.lost.length + report.halfWritten.length === 0 && report.acknowledged > 0 ? 0 : 1);
}
