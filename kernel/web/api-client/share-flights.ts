interface Flight {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Lets equal calls under way share one request. Each caller aborts only for itself; the request is aborted when the last one has.
 */
export function createFlights(): <T>(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  const flights = new Map<string, Flight>();
  return async <T>(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    let flight = flights.get(key);
    if (!flight) {
      const controller = new AbortController();
      const made: Flight = { controller, callers: 0, answer: start(controller.signal).finally(() => flights.get(key) === made && flights.delete(key)) };
      flights.set(key, made);
      // A flight everybody left rejects with nobody listening.
      made.answer.catch(() => {});
      flight = made;
    }
    const joined = flight;
    joined.callers += 1;
    let leave: (() => void) | undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal?.reason as Error);
        joined.callers -= 1;
        if (joined.callers > 0) return;
        if (flights.get(key) === joined) flights.delete(key);
        joined.controller.abort(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
    });
    left.catch(() => {});
    try {
      return (await Promise.race([joined.answer, left])) as T;
    } finally {
      if (leave) signal?.removeEventListener('abort', leave);
    }
  };
}
