import { readFileSync } from 'node:fs';
import { startServer } from '../lib/running-server.ts';
import type { Figure } from './figure.ts';
import { figure, median } from './figure.ts';

const ROUNDS = 5;

/** From process start to listening, and memory at rest, on a data directory that exists already. */
export async function run(): Promise<readonly Figure[]> {
  const first = await startServer({ args: ['--no-examples'], keepData: true });
  await first.stop();
  const times: number[] = [];
  let memory = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer({ args: ['--no-examples'], dataDir: first.dataDir, keepData: round < ROUNDS - 1 });
    times.push(server.readyMs);
    memory = residentMiB(server.pid);
    await server.stop();
  }
  return [figure('start.readyMs', median(times), 'ms', 1000), figure('start.rss', memory, 'MiB', 150)];
}

/** Resident memory of a process; NaN where there is no /proc. */
function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}
