import { createHash, randomBytes } from 'node:crypto';
import type { ByteStore } from './keep-in-metadata.ts';

/** A state behind a temporary key. `owner` is the id of the user who wrote it, or whatever tells a caller without account apart. @public */
export interface TemporaryEntry<T> {
  readonly owner: number | string | null;
  readonly value: T;
}

/**
 * States behind short keys (contract §8.5): the same context reuses its key, each read renews the lifetime.
 * Rights are the caller's affair.
 * @public
 */
export interface TemporaryState<T> {
  /** The key of the context when it has one, else a new one; stores the entry there. */
  put(context: readonly unknown[], entry: TemporaryEntry<T>): Promise<string>;
  /** Replaces the entry at `key` when the context is the one that made it; from another context it makes a new key and keeps the old. */
  replace(key: string, context: readonly unknown[], entry: TemporaryEntry<T>): Promise<string>;
  get(key: string): Promise<TemporaryEntry<T> | undefined>;
  delete(key: string): Promise<void>;
}

/** Creates a {@link TemporaryState}, as a rule over {@link keepInMetadata}. Keys begin with `name`; `ttlSeconds` is the sliding lifetime. @public */
export function createTemporaryState<T>(store: ByteStore, name: string, ttlSeconds: number): TemporaryState<T> {
  const entryKey = (key: string): string => `${name}:${key}`;
  const contextKey = (context: readonly unknown[]): string =>
    `${name}:context:${createHash('sha256').update(JSON.stringify(context)).digest('base64url')}`;

  async function write(key: string, context: readonly unknown[], entry: TemporaryEntry<T>): Promise<string> {
    await store.set(entryKey(key), Buffer.from(JSON.stringify(entry)), ttlSeconds);
    await store.set(contextKey(context), Buffer.from(key), ttlSeconds);
    return key;
  }

  const state: TemporaryState<T> = {
    async put(context, entry) {
      const known = await store.get(contextKey(context));
      return write(known?.toString() ?? randomBytes(8).toString('base64url'), context, entry);
    },
    async replace(key, context, entry) {
      const known = await store.get(contextKey(context));
      return known?.toString() === key ? write(key, context, entry) : state.put(context, entry);
    },
    async get(key) {
      const found = await store.get(entryKey(key));
      if (!found) return undefined;
      await store.set(entryKey(key), found, ttlSeconds);
      return JSON.parse(found.toString()) as TemporaryEntry<T>;
    },
    async delete(key) {
      await store.delete(entryKey(key));
    },
  };
  return state;
}
