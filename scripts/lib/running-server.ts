import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dist, root } from '../paths.ts';

/** A server of its own for a benchmark or a test, on a free port and a fresh data directory. */
export interface RunningServer {
  /** Without trailing slash. */
  readonly url: string;
  /** The one-time login link printed at first start. */
  readonly loginLink: string | undefined;
  readonly pid: number;
  /** Milliseconds from spawn to the line `ready`. */
  readonly readyMs: number;
  readonly dataDir: string;
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServerOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  /** Keeps the data directory when the server stops. */
  readonly keepData?: boolean;
}

const START_TIMEOUT_MS = 60_000;

/** Starts the built server; rejects with the server's output when it does not get ready. */
export function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'orrery-'));
  const started = Date.now();
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(dist, 'server/main.js'), '--port', '0', '--data', dataDir, ...(options.args ?? [])], {
    cwd: root,
    env: { ...process.env, UV_THREADPOOL_SIZE: '8', NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The server did not start: ${reason}\n${output}`));
    };
    const timer = setTimeout(() => fail('time is up'), START_TIMEOUT_MS);
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    child.once('exit', (code) => fail(`exit code ${String(code)}`));
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /^ready (http:\/\/\S+?)\/?$/m.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      child.stdout.off('data', read);
      child.stdout.on('data', (more: Buffer) => void (output += more.toString()));
      resolve({
        url,
        get loginLink() {
          return /\bhttp:\/\/\S+\/login\/link\/\S+/.exec(output)?.[0];
        },
        pid: child.pid ?? 0,
        readyMs: Date.now() - started,
        dataDir,
        output: () => output,
        async stop(signal = 'SIGTERM') {
          if (child.exitCode === null && child.signalCode === null) {
            const done = new Promise<void>((end) => child.once('exit', () => end()));
            child.kill(signal);
            await done;
          } else await exited.catch(() => undefined);
          if (!options.keepData) rmSync(dataDir, { recursive: true, force: true });
        },
      });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  });
}
