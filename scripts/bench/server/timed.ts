/** Milliseconds of each of `rounds` calls, one after the other. */
export async function timed(rounds: number, call: (round: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await call(round);
    all.push(performance.now() - started);
  }
  return all;
}

/** Calls per second of 16 callers within about two seconds. */
export async function perSecond(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let done = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() - started < 2000) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return (done * 1000) / (performance.now() - started);
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
