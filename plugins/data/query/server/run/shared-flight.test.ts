import { describe, expect, it } from 'vitest';
import { SharedFlights } from './shared-flight.ts';

const never = (signal: AbortSignal): Promise<string> => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

describe('SharedFlights', () => {
  it('runs equal work once', async () => {
    const flights = new SharedFlights();
    let runs = 0;
    const work = async (): Promise<number> => {
      await Promise.resolve();
      return ++runs;
    };
    const { signal } = new AbortController();
    expect(await Promise.all([flights.run('a', signal, work), flights.run('a', signal, work), flights.run('b', signal, work)])).toEqual([1, 1, 2]);
    expect(await flights.run('a', signal, work)).toBe(3);
  });

  it('stops work only when the last one has gone, and lets nobody join what is being stopped', async () => {
    const flights = new SharedFlights();
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    let signal: AbortSignal | undefined;
    const work = (given: AbortSignal): Promise<string> => never((signal = given));
    const a = flights.run('k', first.signal, work);
    const b = flights.run('k', second.signal, work);
    first.abort();
    await expect(a).rejects.toThrow(/cancelled/);
    expect(signal?.aborted).toBe(false);
    second.abort();
    await expect(b).rejects.toThrow(/cancelled/);
    expect(signal?.aborted).toBe(true);
    expect(await flights.run('k', third.signal, async () => 'fresh')).toBe('fresh');
  });

  it('passes failures to all and remembers none', async () => {
    const flights = new SharedFlights();
    const { signal } = new AbortController();
    const fail = async (): Promise<never> => {
      throw new Error('no');
    };
    await expect(Promise.all([flights.run('a', signal, fail), flights.run('a', signal, fail)])).rejects.toThrow('no');
    expect(await flights.run('a', signal, async () => 1)).toBe(1);
  });
});
