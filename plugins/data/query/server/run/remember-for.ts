/** Entries after which those whose time is over are cleared away. */
const MANY = 500;

/** Remembers what `find` answered per key for a time; a rejection is not remembered. */
export function rememberFor<K, V>(milliseconds: number, find: (key: K) => Promise<V>, now: () => number): (key: K) => Promise<V> {
  const known = new Map<K, { readonly value: Promise<V>; readonly until: number }>();
  return (key) => {
    const found = known.get(key);
    if (found && found.until > now()) return found.value;
    if (known.size >= MANY) for (const [one, { until }] of known) if (until <= now()) known.delete(one);
    const value = find(key);
    known.set(key, { value, until: now() + milliseconds });
    value.catch(() => {
      if (known.get(key)?.value === value) known.delete(key);
    });
    return value;
  };
}
