import { randomUUID } from 'node:crypto';
import type { User } from '@orrery/sdk';
import { SignJWT, jwtVerify } from 'jose';

export const COOKIE = 'async-token';
const DAYS = 7;

/** The channel a session gets its events in. */
export interface Channel {
  readonly id: string;
  /** Whose it is: the user's id, or the name of who has none. */
  readonly subject: string;
}

/** Signs and reads channels (contract §3.8: JWT HS256 with `channel` and `sub`). */
export interface ChannelTokens {
  /** The channel a cookie header names; undefined for none, a forged or an old one. */
  read(cookies: string | undefined): Promise<Channel | undefined>;
  /** A new channel, and the cookie that names it. */
  create(subject: string, origin: string): Promise<{ readonly channel: Channel; readonly cookie: string }>;
}

export function subjectOf(user: User): string {
  return user.id === null ? `name:${user.username}` : String(user.id);
}

function cookieOf(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === COOKIE) return part.slice(at + 1).trim();
  }
  return undefined;
}

export function createChannelTokens(key: Buffer, applicationRoot: string): ChannelTokens {
  const path = applicationRoot.replace(/\/$/, '') || '/';
  return {
    async read(cookies) {
      const token = cookieOf(cookies);
      if (token === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['sub', 'exp', 'channel'] });
        const id = payload['channel'];
        return typeof id === 'string' && payload.sub !== undefined ? { id, subject: payload.sub } : undefined;
      } catch {
        return undefined;
      }
    },
    async create(subject, origin) {
      const channel: Channel = { id: randomUUID(), subject };
      const token = await new SignJWT({ channel: channel.id }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setSubject(subject).setIssuedAt().setExpirationTime(`${DAYS}d`).sign(key);
      const cookie = `${COOKIE}=${token}; Path=${path}; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;
      return { channel, cookie };
    },
  };
}
