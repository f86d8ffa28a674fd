import { createHmac, randomUUID } from 'node:crypto';
import type { User } from '@orrery/sdk';
import type { HttpRequest } from '@orrery/sdk/server';
import { guestOf } from '../../../app/security/contract.ts';
import type { Channel, ChannelTokens, SignedChannel } from './channel-tokens.ts';

const COOKIE = 'async-token';
const DAY_SECONDS = 86_400;
const LIFE_SECONDS = 7 * DAY_SECONDS;
/** A cookie with less left is renewed. */
const RENEW_MS = (LIFE_SECONDS / 2) * 1000;

/** What of a request says whose channel it wants. */
export type Caller = Pick<HttpRequest, 'user' | 'headers' | 'origin'>;

/** The channels of callers, and the cookies that name them. */
export interface Channels {
  /** The channel the caller's cookie names, when it is the caller's own. */
  known(caller: Pick<Caller, 'user' | 'headers'>): Promise<Channel | undefined>;
  /** The channel a cookie header names, for connections nobody else has looked at. */
  named(cookies: string | undefined): Promise<SignedChannel | undefined>;
  /** The caller's channel, with the cookie to be set when theirs does not name it or is getting old. */
  of(caller: Caller): Promise<{ readonly channel: Channel; readonly cookie?: string }>;
}

function cookieOf(header: string | undefined, wanted: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === wanted) return part.slice(at + 1).trim();
  }
  return undefined;
}

const subjectOf = ({ id, username }: User): string => (id === null ? `name:${username}` : String(id));

/** Text in the form of a UUID from the first 16 bytes of a hash. */
function toUuid(hash: Buffer): string {
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function createChannels(tokens: ChannelTokens, key: Buffer, applicationRoot: string): Channels {
  const path = applicationRoot.replace(/\/$/, '') || '/';

  const named = (cookies: string | undefined): Promise<SignedChannel | undefined> => tokens.read(cookieOf(cookies, COOKIE));

  /** Requests of one session that come at once, all without a cookie, must not get a channel each: they hear of one only. */
  function newChannel(subject: string, headers: Caller['headers']): Channel {
    const session = cookieOf(headers['cookie'], 'session') ?? headers['x-guesttoken'] ?? headers['authorization'];
    return { subject, id: session === undefined ? randomUUID() : toUuid(createHmac('sha256', key).update(`channel\0${subject}\0${session}`).digest()) };
  }

  async function cookieFor(channel: Channel, user: User, origin: string): Promise<string> {
    const isSecure = origin.startsWith('https:');
    // Guests look at pages inside those of other sites, where browsers keep only cookies that say so.
    const site = isSecure && guestOf(user) ? 'SameSite=None; Secure; Partitioned' : `SameSite=Lax${isSecure ? '; Secure' : ''}`;
    return `${COOKIE}=${await tokens.sign(channel, origin, LIFE_SECONDS)}; Path=${path}; Max-Age=${LIFE_SECONDS}; HttpOnly; ${site}`;
  }

  return {
    named,
    async known({ user, headers }) {
      const channel = await named(headers['cookie']);
      return channel?.subject === subjectOf(user) ? channel : undefined;
    },
    async of({ user, headers, origin }) {
      const subject = subjectOf(user);
      const given = await named(headers['cookie']);
      const own = given?.subject === subject ? given : undefined;
      if (own && own.origin === origin && own.expires - Date.now() > RENEW_MS) return { channel: own };
      const channel = own ?? newChannel(subject, headers);
      return { channel, cookie: await cookieFor(channel, user, origin) };
    },
  };
}
