/** What the user should know of files that were imported nevertheless, by path. */
export interface Warnings {
  add(path: string, message: string): void;
  /** Undefined when there are none. */
  all(): Readonly<Record<string, readonly string[]>> | undefined;
}

/** A file can hold thousands of things that are wrong in the same way; nobody reads them all. */
const MAX_PER_FILE = 25;
const MORE = 'There is more of this; only the first messages are shown.';

/** Collects warnings of one import. */
export function createWarnings(): Warnings {
  const byPath = new Map<string, string[]>();
  return {
    add(path, message) {
      const messages = byPath.get(path) ?? [];
      if (messages.length > MAX_PER_FILE || messages.includes(message)) return;
      messages.push(messages.length === MAX_PER_FILE ? MORE : message);
      byPath.set(path, messages);
    },
    all: () => (byPath.size === 0 ? undefined : Object.fromEntries(byPath)),
  };
}
