import { expect, it } from 'vitest';
import type { Kept, Shelf } from './shelf-cache.ts';
import { createShelfCache } from './shelf-cache.ts';

/** A shelf that counts what it is asked. */
function countingShelf() {
  const values = new Map<string, Kept>();
  const asked = { read: 0, look: 0 };
  let writes = 0;
  const shelf: Shelf = {
    read: async (key) => (asked.read++, values.get(key)),
    look: async (key) => (asked.look++, values.get(key)?.mark),
    async write(key, value) {
      const kept = { value, expires: 0, mark: String(writes++) };
      if (value.length > 50) return void values.delete(key);
      values.set(key, kept);
      return kept;
    },
    remove: async (key) => void values.delete(key),
  };
  return { shelf, asked, values };
}

const text = async (found: Promise<Buffer | undefined>): Promise<string | undefined> => (await found)?.toString();

it('asks the shelf nothing for a second, then only whether the value is still the same', async () => {
  const { shelf, asked } = countingShelf();
  let time = 0;
  const cache = createShelfCache(shelf, { now: () => time });
  await cache.set('k', Buffer.from('v'), 60);
  time = 999;
  expect(await text(cache.get('k'))).toBe('v');
  expect(asked).toEqual({ read: 0, look: 0 });
  time = 1000;
  expect(await text(cache.get('k'))).toBe('v');
  time = 1999;
  expect(await text(cache.get('k'))).toBe('v');
  expect(asked).toEqual({ read: 0, look: 1 });
});

it('holds what fits into its memory, the latest first', async () => {
  const { shelf, asked } = countingShelf();
  const cache = createShelfCache(shelf, { memoryBytes: 40, now: () => 0 });
  for (const key of ['a', 'b', 'c', 'd', 'e']) await cache.set(key, Buffer.alloc(10), 0);
  await cache.get('e');
  expect(asked.read).toBe(0);
  await cache.get('a');
  expect(asked.read).toBe(1);
});

it('answers nothing in place of a value the shelf did not keep', async () => {
  const { shelf } = countingShelf();
  const cache = createShelfCache(shelf, { now: () => 0 });
  await cache.set('k', Buffer.from('old'), 0);
  await cache.set('k', Buffer.alloc(60), 0);
  expect(await cache.get('k')).toBeUndefined();
});

it('a value read before another was written does not cover it', async () => {
  const { shelf, values } = countingShelf();
  const cache = createShelfCache(shelf, { now: () => 0 });
  values.set('k', { value: Buffer.from('old'), expires: 0, mark: 'x' });
  const reading = cache.get('k');
  await cache.set('k', Buffer.from('new'), 0);
  await reading;
  expect(await text(cache.get('k'))).toBe('new');
});
