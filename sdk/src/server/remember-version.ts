const MAX_ENTRIES = 2000;

/**
 * Remembers what `find` answered while `version` (e.g. `metadata.dataVersion()`) stays the same, for the 2,000 keys asked
 * for last; neither rejections nor absences are remembered. @public
 */
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
