import { useEffect, useRef, useState } from 'react';
import type { PluginMonitor } from '@orrery/sdk/web';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { Bisect, BisectOutcome } from './bisect.ts';
import { answerBisect, pausedBy, readBisect, startBisect } from './bisect.ts';

const KEY = 'bisect';

/** A search under way, or its end. */
export interface BisectFlow {
  readonly state: Bisect | undefined;
  readonly outcome: Exclude<BisectOutcome, { kind: 'next' }> | undefined;
  readonly isBusy: boolean;
  start(): void;
  answer(works: boolean): void;
  /** Ends the search; everything runs again. */
  cancel(): void;
}

/** Runs the search in this page, without loading it anew, and keeps its state in this browser. `candidates` are undefined until known. */
export function useBisect(monitor: PluginMonitor, candidates: readonly string[] | undefined): BisectFlow {
  const { storage } = usePlugin();
  const t = useT();
  const [state, setState] = useState<Bisect>();
  const [outcome, setOutcome] = useState<BisectFlow['outcome']>();
  const [isBusy, setBusy] = useState(false);
  const isTaken = useRef(false);

  const go = async (next: Bisect | undefined): Promise<void> => {
    setBusy(true);
    if (next) storage.set(KEY, next);
    else storage.remove(KEY);
    setState(next);
    try {
      await monitor.pause(next ? pausedBy(next) : [], t('bisect.reason'));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    // A search from before a reload goes on; the reload has switched everything on again.
    if (isTaken.current || !candidates) return;
    isTaken.current = true;
    const stored = readBisect(storage.get(KEY), candidates);
    if (stored) void monitor.pause(pausedBy(stored), t('bisect.reason')).then(() => setState(stored));
  }, [candidates, monitor, storage, t]);

  return {
    state,
    outcome,
    isBusy,
    start() {
      setOutcome(undefined);
      void go(startBisect(candidates ?? []));
    },
    answer(works) {
      if (!state) return;
      const next = answerBisect(state, works);
      if (next.kind === 'next') return void go(next.state);
      setOutcome(next);
      void go(undefined);
    },
    cancel() {
      setOutcome(undefined);
      void go(undefined);
    },
  };
}
