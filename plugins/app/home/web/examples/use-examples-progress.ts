import { useEffect, useState } from 'react';
import { usePlugin } from '@orrery/sdk/web';

/** `GET /api/v1/examples/progress`. `off`: started without examples. */
export interface ExamplesProgress {
  readonly status: 'waiting' | 'running' | 'done' | 'failed' | 'off';
  readonly done: number;
  readonly total: number;
  /** Why it failed. */
  readonly message: string | null;
}

const POLL_MS = 1000;

/** True while example data is on its way. Pure. */
export function isLoadingExamples(progress: ExamplesProgress | undefined): boolean {
  return progress?.status === 'waiting' || progress?.status === 'running';
}

/** Follows the loading of the examples once a second until it ends; undefined before the first answer and when nobody loads any. */
export function useExamplesProgress(): ExamplesProgress | undefined {
  const { api } = usePlugin();
  const [progress, setProgress] = useState<ExamplesProgress>();
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      try {
        const answer = await api.get<ExamplesProgress>('/api/v1/examples/progress', { signal: abort.signal });
        if (abort.signal.aborted) return;
        setProgress(answer);
        if (isLoadingExamples(answer)) timer = setTimeout(() => void ask(), POLL_MS);
      } catch {
        // Without the examples plugin there is nothing to follow.
      }
    };
    void ask();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [api]);
  return progress;
}
