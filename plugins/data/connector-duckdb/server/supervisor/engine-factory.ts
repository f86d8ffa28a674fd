import type { Disposable } from '@orrery/sdk';
import type { LimitPlan } from './engine-limits.ts';
import type { EngineProcessHandle } from './engine-process-handle.ts';
import { startEngineProcess } from './engine-process-handle.ts';

const SPARE_DELAY_MS = 250;

/** Hands out engine processes; keeps one started spare so that a restart costs only the opening of a file. */
export interface EngineFactory extends Disposable {
  take(): EngineProcessHandle;
}

export function createEngineFactory(plan: LimitPlan): EngineFactory {
  let spare: EngineProcessHandle | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  const prepare = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isDisposed && (!spare || spare.hasExited)) spare = startEngineProcess(plan);
    }, SPARE_DELAY_MS);
    timer.unref();
  };

  return {
    take() {
      const ready = spare && !spare.hasExited ? spare : startEngineProcess(plan);
      spare = undefined;
      prepare();
      return ready;
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
      spare?.kill();
    },
  };
}
