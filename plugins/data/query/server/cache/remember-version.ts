export { rememberVersion } from '@orrery/sdk/server';

/** How often an engine that must be asked over the network is asked for the version. */
const ASK_EVERY_MS = 500;

/** Asks for the version of the metadata database: each time where that costs nothing, else at most every half second. */
export function throttledVersion(ask: () => Promise<string>, isCheap: boolean, now: () => number): () => Promise<string> {
  if (isCheap) return ask;
  let [known, until]: [Promise<string> | undefined, number] = [undefined, 0];
  return () => {
    if (known && until > now()) return known;
    until = now() + ASK_EVERY_MS;
    const asked = ask();
    known = asked;
    asked.catch(() => (known = undefined));
    return asked;
  };
}
