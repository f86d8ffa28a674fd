/** Milliseconds a step of a plugin may take. */
export const DEADLINES = { loadMs: 10_000, activateMs: 5_000, deactivateMs: 2_000 } as const;

/** Waits before a plugin that could not be fetched is tried again, in milliseconds; after the last it needs a person. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000];

/**
 * Settles as `work` does, unless `ms` pass or `signal` aborts first; then it rejects with `onTimeout()` or the abort reason.
 * `work` itself cannot be stopped: its late result is dropped, its late rejection swallowed.
 */
export function withDeadline<T>(work: Promise<T>, ms: number, onTimeout: () => Error, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const abort = (): void => settle(() => reject(signal?.reason));
    const timer = setTimeout(() => settle(() => reject(onTimeout())), ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
