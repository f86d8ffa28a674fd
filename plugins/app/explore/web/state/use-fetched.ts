import { useEffect, useEffectEvent, useState } from 'react';

/** What a load led to. The last value stays while a newer one is under way. */
export interface Fetched<T> {
  readonly value?: T;
  readonly error?: unknown;
  readonly isLoading: boolean;
}

/** Loads anew whenever `key` changes, after `delay` ms of quiet; a superseded load is aborted. No key, no load. */
export function useFetched<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>, delay = 0): Fetched<T> {
  const [state, setState] = useState<{ key?: string; value?: T; error?: unknown }>({});
  const start = useEffectEvent(load);
  useEffect(() => {
    if (key === undefined) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      start(abort.signal).then(
        (value) => !abort.signal.aborted && setState({ key, value }),
        (error: unknown) => !abort.signal.aborted && setState((before) => ({ ...before, key, error })),
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, delay]);
  return { value: state.value, error: state.key === key ? state.error : undefined, isLoading: key !== undefined && state.key !== key };
}
