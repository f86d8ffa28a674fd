const TICK_MS = 10;

/**
 * Measures time as this process was given it: on a machine with other work it runs slower than the clock on the wall, so that
 * being made to wait for a processor does not count as being slow. Waiting for anything else counts in full.
 * Answers the milliseconds so far; the last call ends it.
 */
export function startFairClock(): { elapsed(): number; stop(): number } {
  let ticks = 0;
  const timer = setInterval(() => void ticks++, TICK_MS);
  return {
    elapsed: () => ticks * TICK_MS,
    stop() {
      clearInterval(timer);
      return ticks * TICK_MS;
    },
  };
}
