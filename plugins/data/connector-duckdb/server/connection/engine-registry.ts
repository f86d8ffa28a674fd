import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Disposable, Logger } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';
import type { OpenMode } from '../engine/protocol.ts';
import { createEngineFactory } from '../supervisor/engine-factory.ts';
import { planLimits } from '../supervisor/engine-limits.ts';
import type { LimitPlan } from '../supervisor/engine-limits.ts';
import { EngineSupervisor } from '../supervisor/engine-supervisor.ts';
import { withOneOffEngine } from '../supervisor/one-off.ts';
import { resolveDatabaseFile } from './resolve-database-file.ts';

/** The engines of all database files of this server. */
export interface EngineRegistry extends Disposable {
  /** The read-only engine of a file; throws ConnectorError when there is no such file. */
  reader(file: unknown): EngineSupervisor;
  /** Gives `work` a writing engine of its own on the file, created when absent; readers of the file wait. */
  write<T>(file: string, mode: Exclude<OpenMode, 'read'>, work: (engine: EngineSupervisor, path: string) => Promise<T>): Promise<T>;
  /** An engine for trusted work on a scratch file, which pauses nobody. */
  scratch<T>(path: string, work: (engine: EngineSupervisor) => Promise<T>): Promise<T>;
  pathOf(file: string): string;
  /** Frees the file for `work`. */
  pause<T>(path: string, work: () => Promise<T>): Promise<T>;
}

export function createEngineRegistry(options: { readonly dataDir: string; readonly log: Logger; readonly plan?: LimitPlan; readonly graceMs?: number }): EngineRegistry {
  const { dataDir, log } = options;
  const plan = options.plan ?? planLimits(path.join(dataDir, 'tmp', 'duckdb'));
  const writePlan: LimitPlan = { ...plan, addressSpaceKb: plan.addressSpaceKb + 1_500_000, residentMb: plan.residentMb + 1500 };
  const factory = createEngineFactory(plan);
  const readers = new Map<string, EngineSupervisor>();
  const writing = new Map<string, Promise<unknown>>();

  const readerAt = (file: string): EngineSupervisor => {
    let reader = readers.get(file);
    if (!reader) {
      reader = new EngineSupervisor({ file, mode: 'read', plan, factory, log, ...(options.graceMs !== undefined && { graceMs: options.graceMs }) });
      readers.set(file, reader);
    }
    return reader;
  };

  const pause = <T>(file: string, work: () => Promise<T>): Promise<T> => {
    const before = writing.get(file) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => readerAt(file).pauseFor(work));
    writing.set(file, turn);
    return turn;
  };

  return {
    reader(file) {
      const resolved = resolveDatabaseFile(dataDir, file);
      if (!existsSync(resolved)) throw new ConnectorError('unavailable', `The database file ${String(file)} does not exist in the data directory.`, undefined, ['file']);
      return readerAt(resolved);
    },
    write(file, mode, work) {
      const resolved = resolveDatabaseFile(dataDir, file);
      return pause(resolved, () => withOneOffEngine({ file: resolved, mode, plan: writePlan, log }, (engine) => work(engine, resolved)));
    },
    scratch: (file, work) => withOneOffEngine({ file, mode: 'load', plan: writePlan, log }, work),
    pathOf: (file) => resolveDatabaseFile(dataDir, file),
    pause,
    dispose() {
      for (const reader of readers.values()) reader.dispose();
      readers.clear();
      factory.dispose();
    },
  };
}
