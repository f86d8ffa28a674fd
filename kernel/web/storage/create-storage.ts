import type { PluginStorage } from '@orrery/sdk/web';

/** Values of one plugin in this browser. A full or forbidden storage loses them silently: they are conveniences. */
export function createStorage(pluginId: string, area: Storage | undefined): PluginStorage {
  const name = (key: string) => `orrery:${pluginId}:${key}`;
  return {
    get<T>(key: string) {
      try {
        const text = area?.getItem(name(key));
        return typeof text === 'string' ? (JSON.parse(text) as T) : undefined;
      } catch {
        return undefined;
      }
    },
    set(key, value) {
      try {
        area?.setItem(name(key), JSON.stringify(value));
      } catch {
        // See above.
      }
    },
    remove(key) {
      try {
        area?.removeItem(name(key));
      } catch {
        // See above.
      }
    },
  };
}

/** `localStorage`, or nothing where the browser forbids it. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
