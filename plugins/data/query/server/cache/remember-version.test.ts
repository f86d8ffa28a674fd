import { expect, it } from 'vitest';
import { rememberVersion, throttledVersion } from './remember-version.ts';

it('asks again only when the version changed', async () => {
  let [version, asked] = ['1', 0];
  const get = rememberVersion(async () => version, async (key: string) => `${key}${++asked}`);
  expect([await get('a'), await get('a'), await get('b')]).toEqual(['a1', 'a1', 'b2']);
  version = '2';
  expect([await get('a'), await get('a')]).toEqual(['a3', 'a3']);
});

it('remembers neither failures nor what is not there', async () => {
  let asked = 0;
  const get = rememberVersion(async () => '1', async () => {
    if (++asked === 1) throw new Error('no');
    return asked === 2 ? undefined : asked;
  });
  await expect(get('a')).rejects.toThrow('no');
  expect([await get('a'), await get('a'), await get('a')]).toEqual([undefined, 3, 3]);
});

it('asks a distant database for its version twice a second at most', async () => {
  let [now, asked] = [0, 0];
  const version = throttledVersion(async () => String(++asked), false, () => now);
  expect([await version(), await version()]).toEqual(['1', '1']);
  now = 600;
  expect(await version()).toBe('2');
});
