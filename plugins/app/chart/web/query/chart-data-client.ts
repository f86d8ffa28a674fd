import type { ChartDataResult, Disposable, QueryContext } from '@orrery/sdk';
import type { ApiClient } from '@orrery/sdk/web';
import { contextKey } from './context-key.ts';
import { abortError, createFlight, joinFlight } from './flight.ts';
import type { Flight } from './flight.ts';
import type { JobWaiter } from './job-waiter.ts';
import { createResultCache } from './result-cache.ts';
import { sendBatch, sendSingle } from './send-flights.ts';

/** How a question is asked. */
export interface QueryOptions {
  readonly signal?: AbortSignal;
  /** Asks the server even when this browser knows an answer. */
  readonly skipCache?: boolean;
}

/** Asks the server for chart data: equal questions once, all questions of one frame in one request. */
export interface ChartDataClient extends Disposable {
  query(context: QueryContext, options?: QueryOptions): Promise<readonly ChartDataResult[]>;
  /** Keeps the next request waiting (at most `maxHoldMs`) for charts whose code is still on its way. */
  hold(): Disposable;
}

export interface ChartDataClientOptions {
  readonly api: ApiClient;
  /** Disposed by its owner, after the client. */
  readonly jobs: JobWaiter;
  /** Message for a batch answer that ended early. */
  readonly incomplete: () => string;
  /** Default 400 000 cells, 5 minutes. */
  readonly cache?: { readonly maxCells: number; readonly ttlMs: number };
  /** Default 50 ms. */
  readonly maxHoldMs?: number;
  readonly now?: () => number;
}

/** Creates the client; one per page, so that sharing spans all charts and filters. */
export function createChartDataClient(options: ChartDataClientOptions): ChartDataClient {
  const { api, jobs, incomplete, maxHoldMs = 50, now = () => performance.now() } = options;
  const cache = createResultCache({ ...(options.cache ?? { maxCells: 400_000, ttlMs: 300_000 }), now });
  const inFlight = new Map<string, Flight>();
  let queue: Flight[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAskedAt = 0;
  let holds = 0;
  // A batch holds its request until the last answer; where answers come later, each question gets its own 202.
  let hasBatch = !jobs.isOn;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  };

  const forget = (flight: Flight) => {
    if (inFlight.get(flight.key) === flight) inFlight.delete(flight.key);
  };

  const giveUp = (flight: Flight) => {
    flight.reject(abortError());
    queue = queue.filter((queued) => queued !== flight);
    forget(flight);
    flight.abandon?.();
  };

  function flush(): void {
    const waited = now() - firstAskedAt;
    if (holds > 0 && waited < maxHoldMs) return schedule(maxHoldMs - waited);
    timer = undefined;
    const flights = queue;
    queue = [];
    if (flights.length > 1 && hasBatch) void sendTogether(flights);
    else for (const flight of flights) void sendSingle(api, jobs, flight);
  }

  async function sendTogether(flights: readonly Flight[]): Promise<void> {
    if (await sendBatch(api, flights, incomplete)) return;
    hasBatch = false;
    for (const flight of flights) if (!flight.isSettled) void sendSingle(api, jobs, flight);
  }

  function takeOff(key: string, context: QueryContext): Flight {
    const flight = createFlight(key, context);
    inFlight.set(key, flight);
    flight.promise.then(
      (results) => {
        forget(flight);
        cache.set(contextKey(context), results);
      },
      () => forget(flight),
    );
    if (queue.length === 0) firstAskedAt = now();
    queue.push(flight);
    if (timer === undefined) schedule(0);
    return flight;
  }

  return {
    query(context, { signal, skipCache = false } = {}) {
      if (signal?.aborted) return Promise.reject(abortError());
      const plainKey = contextKey(context);
      const isFresh = skipCache || context.force === true;
      const known = isFresh ? undefined : cache.get(plainKey);
      if (known) return Promise.resolve(known);
      const key = context.force ? `force ${plainKey}` : plainKey;
      const flight = inFlight.get(key) ?? takeOff(key, context);
      return joinFlight(flight, signal, () => giveUp(flight));
    },
    hold() {
      let isHeld = true;
      holds += 1;
      return {
        dispose() {
          if (!isHeld) return;
          isHeld = false;
          holds -= 1;
          if (holds === 0 && queue.length > 0) schedule(0);
        },
      };
    },
    dispose() {
      clearTimeout(timer);
      for (const flight of [...inFlight.values()]) giveUp(flight);
      cache.clear();
    },
  };
}
