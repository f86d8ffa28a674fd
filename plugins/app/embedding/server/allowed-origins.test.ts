import { describe, expect, it } from 'vitest';
import { allowedOrigins, originOf } from './allowed-origins.ts';

describe('[SEC-10] allowed domains', () => {
  it('are origins; an empty list is all', () => {
    expect(allowedOrigins(null)).toBeUndefined();
    expect(allowedOrigins(' ')).toBeUndefined();
    expect(allowedOrigins('https://a.test/path, http://b.test:8080,https://a.test')).toEqual(['https://a.test', 'http://b.test:8080']);
  });

  it('never let an entry that is no address mean everybody, or write into the policy', () => {
    expect(allowedOrigins('a.test')).toEqual([]);
    expect(allowedOrigins("https://a.test; script-src *, *, javascript:alert(1), https://a'b.test")).toEqual([]);
  });

  it('compare with the origin of a referer', () => {
    expect(originOf('https://a.test:443/x?y')).toBe('https://a.test');
    expect(originOf(undefined)).toBeUndefined();
    expect(originOf('null')).toBeUndefined();
  });
});
