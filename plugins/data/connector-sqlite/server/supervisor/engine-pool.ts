import type { Disposable } from '@orrery/sdk';
import type { QueryExecution } from '@orrery/sdk/server';
import { ConnectorError } from '@orrery/sdk/server';
import type { SqliteEngine } from './sqlite-engine.ts';
import { startSqliteEngine } from './sqlite-engine.ts';

const IDLE_MS = 30_000;

export interface RunOptions {
  readonly maxRows: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The engines of all files; each query has one for itself, used again by the next. */
export interface EnginePool extends Disposable {
  read(file: string, sql: string, options: RunOptions): Promise<QueryExecution>;
  /** On an engine that exists only for it. */
  write(file: string, sql: string, options: RunOptions): Promise<QueryExecution>;
}

interface Idle {
  readonly file: string;
  readonly engine: SqliteEngine;
  readonly timer: NodeJS.Timeout;
}

/** `size`: queries running at once; more of them wait. */
export function createEnginePool(size = 6): EnginePool {
  const idle = new Set<Idle>();
  const busy = new Set<SqliteEngine>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let isDisposed = false;

  const drop = (entry: Idle, isKilled: boolean): void => {
    clearTimeout(entry.timer);
    idle.delete(entry);
    if (isKilled) entry.engine.kill();
  };
  const keep = (file: string, engine: SqliteEngine): void => {
    if (engine.hasExited) return;
    const entry: Idle = { file, engine, timer: setTimeout(() => drop(entry, true), IDLE_MS).unref() };
    idle.add(entry);
    for (const oldest of [...idle].slice(0, Math.max(0, idle.size - size))) drop(oldest, true);
  };
  const take = async (file: string): Promise<SqliteEngine> => {
    for (const entry of [...idle].filter((one) => one.file === file)) {
      drop(entry, false);
      if (!entry.engine.hasExited) return entry.engine;
    }
    return startSqliteEngine(file, false);
  };

  /** Waits for a turn; answers what ends it. */
  const enter = async (signal: AbortSignal): Promise<() => void> => {
    if (running >= size) {
      await new Promise<void>((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(new ConnectorError('cancelled', 'The query was cancelled.'));
        };
        waiting.push(turn);
        signal.addEventListener('abort', leave, { once: true });
      });
    } else running++;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const next = waiting.shift();
      if (next) next();
      else running--;
    };
  };

  const run = async (engineOf: () => Promise<SqliteEngine>, sql: string, options: RunOptions, after: (engine: SqliteEngine) => void): Promise<QueryExecution> => {
    if (isDisposed) throw new ConnectorError('unavailable', 'The server is shutting down.');
    if (options.signal.aborted) throw new ConnectorError('cancelled', 'The query was cancelled.');
    const leave = await enter(options.signal);
    let engine: SqliteEngine;
    try {
      engine = await engineOf();
    } catch (error) {
      leave();
      throw error;
    }
    busy.add(engine);
    return engine.query(sql, options, () => {
      busy.delete(engine);
      if (isDisposed) engine.kill();
      else after(engine);
      leave();
    });
  };

  return {
    read: (file, sql, options) => run(() => take(file), sql, options, (engine) => keep(file, engine)),
    write: (file, sql, options) => run(() => startSqliteEngine(file, true), sql, options, (engine) => engine.kill()),
    dispose() {
      isDisposed = true;
      for (const entry of [...idle]) drop(entry, true);
      for (const engine of busy) engine.kill();
    },
  };
}
