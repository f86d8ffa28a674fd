import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '@orrery/sdk';
import { createChannelTokens } from './channel-tokens.ts';
import { createChannels } from './channels.ts';

const key = Buffer.alloc(32, 7);
const channels = createChannels(createChannelTokens(key), key, '/bi/');
const user = (id: number | null, more: object = {}): User => ({ id, username: id === null ? 'guest' : `u${id}`, firstName: '', lastName: '', email: '', roles: {}, isAnonymous: false, isAdmin: false, ...more }) as User;
const HTTP = 'http://bi.test';
const HTTPS = 'https://bi.test';
const of = (who: User, headers: Record<string, string> = {}, origin = HTTPS) => channels.of({ user: who, headers, origin });
const sent = (cookie: string | undefined): { cookie: string } => ({ cookie: cookie?.split(';')[0] ?? '' });

describe('[contract §3.8] channel cookie', () => {
  it('is a JWT of HS256 with the channel and whose it is', async () => {
    const { channel, cookie = '' } = await of(user(5));
    const token = /^async-token=([^;]+);/.exec(cookie)?.[1] ?? '';
    const [head = '', body = '', mac = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg: 'HS256' });
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({ channel: channel.id, sub: '5' });
    expect(mac).toBe(createHmac('sha256', key).update(`${head}.${body}`).digest('base64url'));
    expect(channel.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is for this application only, out of reach of scripts and of other sites', async () => {
    const attributes = async (origin: string, who = user(5)) => (await of(who, {}, origin)).cookie?.split('; ').slice(1);
    expect(await attributes(HTTPS)).toEqual(['Path=/bi', 'Max-Age=604800', 'HttpOnly', 'SameSite=Lax', 'Secure']);
    expect(await attributes(HTTP)).toEqual(['Path=/bi', 'Max-Age=604800', 'HttpOnly', 'SameSite=Lax']);
    // A guest's page stands in a frame of another site.
    expect(await attributes(HTTPS, user(null, { guest: {} }))).toEqual(['Path=/bi', 'Max-Age=604800', 'HttpOnly', 'SameSite=None', 'Secure', 'Partitioned']);
  });

  it('is set once, and again only for somebody else or under another address', async () => {
    const { channel, cookie } = await of(user(5));
    expect(await of(user(5), sent(cookie))).toEqual({ channel: expect.objectContaining({ id: channel.id }) });
    const other = await of(user(6), sent(cookie));
    expect(other.channel.id).not.toBe(channel.id);
    expect(other.cookie).toBeDefined();
    const moved = await of(user(5), sent(cookie), HTTP);
    expect(moved).toMatchObject({ channel: { id: channel.id }, cookie: expect.any(String) });
  });

  it('is renewed for the same channel when half of its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { channel, cookie } = await of(user(5));
      vi.setSystemTime(Date.now() + 4 * 86_400_000);
      const later = await of(user(5), sent(cookie));
      expect(later).toMatchObject({ channel: { id: channel.id }, cookie: expect.any(String) });
      vi.setSystemTime(Date.now() + 4 * 86_400_000);
      expect(await channels.known({ user: user(5), headers: sent(cookie) })).toBeUndefined();
      expect(await channels.known({ user: user(5), headers: sent(later.cookie) })).toMatchObject({ id: channel.id });
    } finally {
      vi.useRealTimers();
    }
  });

  it('names one channel for all requests a session sends at once', async () => {
    const headers = { cookie: 'a=b; session=s1' };
    const ids = (await Promise.all([1, 2, 3].map(() => of(user(5), headers)))).map(({ channel }) => channel.id);
    expect(new Set(ids).size).toBe(1);
    expect((await of(user(5), { cookie: 'session=s2' })).channel.id).not.toBe(ids[0]);
    expect((await of(user(6), headers)).channel.id).not.toBe(ids[0]);
    expect((await of(user(5))).channel.id).not.toBe((await of(user(5))).channel.id);
  });

  it('opens nothing when it is forged, unsigned, or another user’s', async () => {
    const { cookie } = await of(user(5));
    const [head = '', body = '', mac = ''] = sent(cookie).cookie.split('.');
    const stranger = createChannels(createChannelTokens(Buffer.alloc(32, 8)), Buffer.alloc(32, 8), '/');
    const foreign = (await stranger.of({ user: user(5), headers: {}, origin: HTTPS })).cookie;
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const bad of ['', 'async-token=', 'async-token=x.y.z', `${head}.${body}.${mac.slice(0, -2)}xx`, `async-token=${none}.${body}.`, sent(foreign).cookie]) {
      expect(await channels.named(bad)).toBeUndefined();
    }
    expect(await channels.known({ user: user(6), headers: sent(cookie) })).toBeUndefined();
    expect(await channels.known({ user: user(5), headers: sent(cookie) })).toBeDefined();
  });
});
