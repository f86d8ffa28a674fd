import { expect, it } from 'vitest';
import { createPoolShelf } from './pool-shelf.ts';

function shelfAt(most: number) {
  const clock = { now: 0 };
  const ended: string[] = [];
  const busy = new Set<string>();
  const shelf = createPoolShelf<{ readonly name: string; isBusy(): boolean; end(): Promise<void> }>({ most, idleMs: 1000, now: () => clock.now });
  const get = (name: string) => shelf.get(name, async () => ({ name, isBusy: () => busy.has(name), end: async () => void ended.push(name) }));
  return { clock, ended, busy, shelf, get };
}

it('keeps a pool per key, and ends the one that was used longest ago when there are too many', async () => {
  const { get, ended, shelf } = shelfAt(2);
  const [a] = [await get('a'), await get('b')];
  expect(await get('a')).toBe(a);
  await get('c');
  expect(ended).toEqual(['b']);
  shelf.dispose();
  await Promise.resolve();
  expect(ended.sort()).toEqual(['a', 'b', 'c']);
});

it('ends what nobody asked for in a while, but nothing that is in use', async () => {
  const { get, ended, busy, clock } = shelfAt(5);
  await get('idle');
  await get('busy');
  busy.add('busy');
  clock.now = 2000;
  await get('other');
  expect(ended).toEqual(['idle']);
});

it('refuses one more while all are in use, and remembers no failure', async () => {
  const { get, busy, shelf } = shelfAt(1);
  await get('a');
  busy.add('a');
  await expect(get('b')).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('Try again later') });
  busy.clear();
  await expect(shelf.get('b', async () => { throw new Error('down'); })).rejects.toThrow('down');
  expect(await get('b')).toMatchObject({ name: 'b' });
});
