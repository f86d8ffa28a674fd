/** Whether the command palette is open; outside React, for a key opens it. */
export const paletteState = createState();

function createState() {
  let isOpen = false;
  const listeners = new Set<() => void>();
  return {
    get isOpen() {
      return isOpen;
    },
    set(open: boolean): void {
      isOpen = open;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
