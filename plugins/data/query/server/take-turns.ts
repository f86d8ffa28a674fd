/** Time one slice of work may take before others get their turn, in milliseconds. */
const SLICE_MS = 8;

/** Answers a function to await between small steps of long work: it waits only when a slice is used up. */
export function takeTurns(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < sliceMs) return undefined;
    return new Promise<void>((resolve) =>
      setImmediate(() => {
        started = performance.now();
        resolve();
      }),
    );
  };
}
