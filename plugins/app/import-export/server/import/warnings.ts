/** What the user should know of files that were imported nevertheless, by path. */
export interface Warnings {
  add(path: string, message: string): void;
  /** Undefined when there are none. */
  all(): Readonly<Record<string, readonly string[]>> | undefined;
}

/** Collects warnings of one import. */
export function createWarnings(): Warnings {
  const byPath = new Map<string, string[]>();
  return {
    add(path, message) {
      const messages = byPath.get(path) ?? [];
      if (!messages.includes(message)) messages.push(message);
      byPath.set(path, messages);
    },
    all: () => (byPath.size === 0 ? undefined : Object.fromEntries(byPath)),
  };
}
