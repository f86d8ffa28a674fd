// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import type { IndexedPlugin } from '@orrery/sdk';
import { beginBoot, endBoot, markInteractive } from './boot-sentinel.ts';
import { createSafeMode } from './safe-mode.ts';

beforeEach(() => localStorage.clear());
const plugin = (id: string, patch: Partial<IndexedPlugin> = {}): IndexedPlugin => ({
  manifest: { manifestVersion: 1, id, version: '1.0.0', publisher: 'p', displayName: id, description: id, engines: { sdk: '^0.1.0' } },
  source: 'builtin',
  tier: 'builtin',
  baseUrl: `/p/${id}/`,
  integrity: {},
  ...patch,
});

describe('boot sentinel', () => {
  it('[C16] starts safe mode after two unfinished boots and the bare minimum after three', () => {
    expect([1, 2, 3, 4].map((at) => beginBoot(localStorage, '', at * 1000).level)).toEqual([0, 0, 1, 2]);
  });

  it('counts a hang after the first page, but not a tab opened a moment ago', () => {
    for (const at of [1000, 2000, 3000]) markInteractive(localStorage, beginBoot(localStorage, '', at).id);
    expect(beginBoot(localStorage, '', 4000).level).toBe(0);
    expect(beginBoot(localStorage, '', 19_000).level).toBe(2);
  });

  it('forgets boots that went well, and old ones', () => {
    for (const at of [1000, 2000, 3000]) {
      const { id } = beginBoot(localStorage, '', at);
      markInteractive(localStorage, id);
      endBoot(localStorage, id, false);
    }
    beginBoot(localStorage, '', 4000);
    beginBoot(localStorage, '', 5000);
    expect(beginBoot(localStorage, '', 700_000).level).toBe(0);
  });

  it('can be forced by the address and survives a broken store', () => {
    localStorage.setItem('orrery:boots', '{');
    expect(beginBoot(localStorage, '?safe-mode', 1)).toMatchObject({ level: 1 });
    expect(beginBoot(localStorage, '?disable=acme-funnel,b', 700_000).disable).toEqual(['acme-funnel', 'b']);
  });
});

describe('mask', () => {
  const mask = (data: Record<string, string>) => {
    const root = document.createElement('html');
    Object.assign(root.dataset, data);
    return createSafeMode(root, undefined, () => 'safe mode');
  };
  const [builtin, third, needed] = [plugin('a'), plugin('b', { source: 'dynamic' }), plugin('c', { required: true })];
  const running = (data: Record<string, string>) => [builtin, third, needed].filter((each) => mask(data).mask(each).disabled === undefined).map((each) => each.manifest.id);

  it('[C16] disables by level and by name, never what is required', () => {
    expect(running({})).toEqual(['a', 'b', 'c']);
    expect(running({ safeMode: '1' })).toEqual(['a', 'c']);
    expect(running({ safeMode: '2' })).toEqual(['c']);
    expect(running({ disable: 'a,c' })).toEqual(['b', 'c']);
  });
});
