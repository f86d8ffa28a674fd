/** How often an engine that must be asked over the network is asked for the version. */
const ASK_EVERY_MS = 500;
const MAX_ENTRIES = 2000;

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

/** Remembers what `find` answered while the version stays the same; neither rejections nor absences are remembered. */
export function rememberVersion<K, V>(version: () => Promise<string>, find: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const known = new Map<K, { readonly version: string; readonly value: Promise<V> }>();
  return async (key) => {
    const current = await version();
    const found = known.get(key);
    if (found?.version === current) return found.value;
    const value = find(key);
    const entry = { version: current, value };
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > MAX_ENTRIES && oldest !== undefined) known.delete(oldest);
    const forget = (): void => {
      if (known.get(key) === entry) known.delete(key);
    };
    value.then((answer) => answer === undefined && forget(), forget);
    return value;
  };
}
