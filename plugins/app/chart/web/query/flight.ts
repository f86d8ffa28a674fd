import type { ChartDataResult, QueryContext } from '@orrery/sdk';

/** One question on its way; charts that ask the same are its members. */
export interface Flight {
  readonly key: string;
  readonly context: QueryContext;
  members: number;
  /** Answered, failed, or given up by all members. */
  isSettled: boolean;
  readonly promise: Promise<readonly ChartDataResult[]>;
  resolve(results: readonly ChartDataResult[]): void;
  reject(error: unknown): void;
  /** Aborts the request it travels in, once nobody in that request waits any longer. */
  abandon?: () => void;
}

/** The rejection of a caller that gave up, recognisable by its name as fetch's own. */
export function abortError(): DOMException {
  return new DOMException('The query was stopped', 'AbortError');
}

/** A flight nobody has joined yet. */
export function createFlight(key: string, context: QueryContext): Flight {
  let resolvePromise: (results: readonly ChartDataResult[]) => void = () => undefined;
  let rejectPromise: (error: unknown) => void = () => undefined;
  const promise = new Promise<readonly ChartDataResult[]>((resolve, reject) => {
    resolvePromise = resolve;
    rejectPromise = reject;
  });
  // Every member listens on its own promise; this keeps an abandoned flight from being reported as unhandled.
  promise.catch(() => undefined);
  const flight: Flight = {
    key,
    context,
    members: 0,
    isSettled: false,
    promise,
    resolve(results) {
      if (flight.isSettled) return;
      flight.isSettled = true;
      resolvePromise(results);
    },
    reject(error) {
      if (flight.isSettled) return;
      flight.isSettled = true;
      rejectPromise(error);
    },
  };
  return flight;
}

/** Waits for a flight until `signal` aborts; the last one to leave calls `onEmpty`. */
export function joinFlight(flight: Flight, signal: AbortSignal | undefined, onEmpty: () => void): Promise<readonly ChartDataResult[]> {
  flight.members += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.members -= 1;
      reject(abortError());
      if (flight.members === 0 && !flight.isSettled) onEmpty();
    };
    if (signal?.aborted) {
      leave();
      return;
    }
    signal?.addEventListener('abort', leave, { once: true });
    const settle = () => signal?.removeEventListener('abort', leave);
    flight.promise.then(
      (results) => {
        settle();
        resolve(results);
      },
      (error: unknown) => {
        settle();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
