import type { Logger } from '@orrery/sdk';
import type { OpenMode } from '../engine/protocol.ts';
import type { LimitPlan } from './engine-limits.ts';
import { startEngineProcess } from './engine-process-handle.ts';
import { EngineSupervisor } from './engine-supervisor.ts';

/** Runs `work` on an engine process that exists only for it; the file is free again when the promise settles. */
export async function withOneOffEngine<T>(
  options: { readonly file: string; readonly mode: OpenMode; readonly plan: LimitPlan; readonly log: Logger },
  work: (engine: EngineSupervisor) => Promise<T>,
): Promise<T> {
  const handle = startEngineProcess(options.plan);
  const supervisor = new EngineSupervisor({ ...options, isOneOff: true, factory: { take: () => handle, dispose: () => undefined } });
  try {
    return await work(supervisor);
  } finally {
    supervisor.dispose();
    handle.kill();
    await handle.exited;
  }
}
