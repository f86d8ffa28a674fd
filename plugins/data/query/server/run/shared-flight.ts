import { ConnectorError } from '@orrery/sdk/server';

interface Flight {
  readonly promise: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

/** Runs equal work once. The work is aborted only when the last of those who wait has gone. */
export class SharedFlights {
  private readonly flights = new Map<string, Flight>();

  run<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) return Promise.reject(new ConnectorError('cancelled', 'The query was cancelled.'));
    let flight = this.flights.get(key);
    if (!flight) {
      const controller = new AbortController();
      const started: Flight = { controller, waiting: 0, promise: work(controller.signal) };
      const forget = (): void => {
        if (this.flights.get(key) === started) this.flights.delete(key);
      };
      started.promise.then(forget, forget);
      this.flights.set(key, started);
      flight = started;
    }
    return this.join(key, flight, signal) as Promise<T>;
  }

  private join(key: string, flight: Flight, signal: AbortSignal): Promise<unknown> {
    flight.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        flight.waiting--;
        if (flight.waiting === 0) {
          // Whoever comes now must not join work that is being stopped.
          if (this.flights.get(key) === flight) this.flights.delete(key);
          flight.controller.abort();
        }
        reject(new ConnectorError('cancelled', 'The query was cancelled.'));
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }
}
