/** Remembers results by key, the least recently used forgotten first; a rejection is not remembered. */
export function createMemo<T>(limits: { readonly entries: number; readonly characters: number }): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  let characters = 0;
  const forget = (key: string): void => {
    if (known.delete(key)) characters -= key.length;
  };
  return (key, make) => {
    const found = known.get(key);
    if (found) {
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const made = make();
    known.set(key, made);
    characters += key.length;
    made.catch(() => forget(key));
    while (known.size > limits.entries || characters > limits.characters) forget(known.keys().next().value!);
    return made;
  };
}
