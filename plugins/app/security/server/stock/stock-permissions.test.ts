import { describe, expect, it } from 'vitest';
import { STOCK_PERMISSIONS } from './stock-permissions.ts';

describe('[SEC-01] stock permissions', () => {
  it('name each pair once: of two lines only the first would count', () => {
    const pairs = STOCK_PERMISSIONS.map(({ pair }) => pair.join(' on '));
    expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at)).toEqual([]);
  });

  it('[SEC-22] give nothing to Public, and nothing that administers to anybody', () => {
    for (const { pair, roles } of STOCK_PERMISSIONS) {
      expect([pair, roles.includes('Public')]).toEqual([pair, false]);
      if (/^(?:User|Role|Group|Permission|ViewMenu|PermissionViewMenu|Log|Row Level Security|Security)$/.test(pair[1])) expect([pair, roles]).toEqual([pair, []]);
    }
  });
});
