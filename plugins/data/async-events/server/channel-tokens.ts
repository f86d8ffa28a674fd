import { SignJWT, jwtVerify } from 'jose';

/** Where a session gets its events. */
export interface Channel {
  readonly id: string;
  /** Whose it is: the user's id, or the name of who has none. */
  readonly subject: string;
}

/** A channel as a cookie names it. */
export interface SignedChannel extends Channel {
  /** Origin it was given at; a websocket of another one is refused. */
  readonly origin: string;
  /** Epoch ms. */
  readonly expires: number;
}

/** Signs and reads channels (contract §3.8: JWT HS256 with `channel` and `sub`). */
export interface ChannelTokens {
  /** The channel a token names; undefined for none, a forged or an old one. */
  read(token: string | undefined): Promise<SignedChannel | undefined>;
  sign(channel: Channel, origin: string, seconds: number): Promise<string>;
}

export function createChannelTokens(key: Buffer): ChannelTokens {
  return {
    async read(token) {
      if (token === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['sub', 'exp', 'channel'] });
        const { channel: id, origin, sub, exp } = payload;
        return typeof id === 'string' && typeof origin === 'string' && sub !== undefined && exp !== undefined ? { id, subject: sub, origin, expires: exp * 1000 } : undefined;
      } catch {
        return undefined;
      }
    },
    sign: ({ id, subject }, origin, seconds) =>
      new SignJWT({ channel: id, origin }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setSubject(subject).setIssuedAt().setExpirationTime(`${seconds}s`).sign(key),
  };
}
