import { decodeProtectedHeader } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GuestKey, GuestKeys } from './guest-keys.ts';
import { createGuestTokens } from './guest-tokens.ts';
import type { GuestTokens } from './guest-tokens.ts';

let time: number;
let ring: GuestKey[];
let tokens: GuestTokens;
const keys: GuestKeys = { current: async () => ring.at(-1) as GuestKey, find: async (kid) => ring.find((key) => key.kid === kid) };
const content = { user: { username: 'v' }, resources: [{ type: 'dashboard', id: '1' }], rules: [{ clause: 'a = 1' }] };

beforeEach(() => {
  time = 1_700_000_000_000;
  ring = [{ kid: 'one', secret: Buffer.alloc(32, 1) }];
  tokens = createGuestTokens(keys, 'aud', () => time);
});

describe('[SEC-09] guest tokens', () => {
  it('are read back until 300 s have passed', async () => {
    const token = await tokens.issue(content);
    expect(await tokens.read(token)).toEqual({ ...content, expires: time + 300_000 });
    time += 299_000;
    expect(await tokens.read(token)).toBeDefined();
    time += 1_001;
    expect(await tokens.read(token)).toBeUndefined();
  });

  it('[promises D.2] stay good when the key is renewed, and end when it is gone', async () => {
    const token = await tokens.issue(content);
    ring.push({ kid: 'two', secret: Buffer.alloc(32, 2) });
    expect(decodeProtectedHeader(await tokens.issue(content)).kid).toBe('two');
    expect(await tokens.read(token)).toBeDefined();
    ring.shift();
    expect(await tokens.read(token)).toBeUndefined();
  });

  it('of another audience are refused', async () => {
    expect(await createGuestTokens(keys, 'other', () => time).read(await tokens.issue(content))).toBeUndefined();
  });
});
