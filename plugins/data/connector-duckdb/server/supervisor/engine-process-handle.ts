import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { EngineReply, EngineRequest } from '../engine/protocol.ts';
import { engineEntry } from './engine-entry.ts';
import type { LimitPlan } from './engine-limits.ts';

/** A running engine process. */
export interface EngineProcessHandle {
  send(request: EngineRequest): void;
  /** Replaces the listeners; messages before are kept. */
  listen(onReply: (reply: EngineReply) => void, onExit: (why: string) => void): void;
  kill(): void;
  readonly hasExited: boolean;
  readonly exited: Promise<void>;
  readonly pid: number | undefined;
}

function start(plan: LimitPlan): ChildProcess {
  const args = ['--max-old-space-size=512', engineEntry()];
  const options = {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'] as ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced' as const,
    // Nothing secret of the server's environment reaches the engine.
    env: { PATH: process.env['PATH'], TZ: 'UTC', UV_THREADPOOL_SIZE: String(plan.poolThreads), MALLOC_ARENA_MAX: '4' },
  };
  if (process.platform === 'win32') return spawn(process.execPath, args, options);
  return spawn('sh', ['-c', `ulimit -v ${plan.addressSpaceKb} 2>/dev/null; exec "$0" "$@"`, process.execPath, ...args], options);
}

/** Starts an engine process under the plan's limits. It has no database open yet. */
export function startEngineProcess(plan: LimitPlan): EngineProcessHandle {
  const child = start(plan);
  const early: EngineReply[] = [];
  let onReply: (reply: EngineReply) => void = (reply) => void early.push(reply);
  let onExit: (why: string) => void = () => undefined;
  let exit: string | undefined;
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2000)));
  child.on('message', (message) => onReply(message as EngineReply));
  const exited = new Promise<void>((resolve) => {
    const end = (why: string): void => {
      if (exit !== undefined) return;
      exit = why;
      resolve();
      onExit(why);
    };
    child.once('exit', (code, signal) => end(`${signal ?? `code ${code}`}${errors ? `: ${errors.trim()}` : ''}`));
    child.once('error', (error) => end(error.message));
  });
  return {
    send: (request) => {
      if (child.connected) child.send(request, () => undefined);
    },
    listen(reply, exitListener) {
      onReply = reply;
      onExit = exitListener;
      for (const message of early.splice(0)) reply(message);
      if (exit !== undefined) exitListener(exit);
    },
    kill: () => void child.kill('SIGKILL'),
    get hasExited() {
      return exit !== undefined;
    },
    exited,
    get pid() {
      return child.pid;
    },
  };
}
