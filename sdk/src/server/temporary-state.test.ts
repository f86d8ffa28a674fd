import { expect, it } from 'vitest';
import type { Cache } from './services.ts';
import { createTemporaryState } from './temporary-state.ts';

function mapCache(): Cache & { readonly entries: Map<string, Buffer> } {
  const entries = new Map<string, Buffer>();
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, value) => void entries.set(key, value),
    delete: async (key) => void entries.delete(key),
    singleFlight: (_key, compute) => compute(),
  };
}

it('[contract §8.5] the same context reuses its key, another one gets its own', async () => {
  const state = createTemporaryState<string>(mapCache(), 'filter_state', 60);
  const first = await state.put([1, 'tab-1', 7], { owner: 1, value: 'a' });
  expect(await state.put([1, 'tab-1', 7], { owner: 1, value: 'b' })).toBe(first);
  expect(await state.put([1, 'tab-2', 7], { owner: 1, value: 'c' })).not.toBe(first);
  expect(await state.get(first)).toEqual({ owner: 1, value: 'b' });
});

it('[contract §8.5] replacing from another tab makes a new key and keeps the old', async () => {
  const state = createTemporaryState<string>(mapCache(), 'filter_state', 60);
  const first = await state.put([1, 'tab-1', 7], { owner: 1, value: 'a' });
  expect(await state.replace(first, [1, 'tab-1', 7], { owner: 1, value: 'b' })).toBe(first);
  const second = await state.replace(first, [1, 'tab-2', 7], { owner: 1, value: 'c' });
  expect(second).not.toBe(first);
  expect((await state.get(first))?.value).toBe('b');
  expect((await state.get(second))?.value).toBe('c');
});

it('[contract §8.5] a deleted key answers nothing', async () => {
  const state = createTemporaryState<string>(mapCache(), 'filter_state', 60);
  const key = await state.put([1], { owner: 1, value: 'a' });
  await state.delete(key);
  expect(await state.get(key)).toBeUndefined();
});
