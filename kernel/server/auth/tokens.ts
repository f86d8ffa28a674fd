import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
const AUDIENCE = 'orrery';

/** JWTs of API clients. */
export interface Tokens {
  issue(type: 'access' | 'refresh', userId: number, passwordHash: string | null): Promise<string>;
  /** Rejects when forged, expired or of another type. */
  read(type: 'access' | 'refresh', token: string): Promise<{ readonly userId: number; isCurrent(passwordHash: string | null): boolean }>;
}

export function createTokens(key: Buffer): Tokens {
  // A new password ends all tokens issued under the old one.
  const stamp = (passwordHash: string | null): string => createHmac('sha256', key).update(`password\0${passwordHash ?? ''}`).digest('hex').slice(0, 16);
  return {
    issue: (type, userId, passwordHash) =>
      new SignJWT({ type, stamp: stamp(passwordHash) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(String(userId))
        .setAudience(AUDIENCE)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${type === 'access' ? ACCESS_SECONDS : REFRESH_SECONDS}s`)
        .sign(key),
    async read(type, token) {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: AUDIENCE, requiredClaims: ['sub', 'exp', 'iat', 'type', 'stamp'] });
      if (payload['type'] !== type) throw new Error(`An ${type} token is expected`);
      return { userId: Number(payload.sub), isCurrent: (passwordHash) => payload['stamp'] === stamp(passwordHash) };
    },
  };
}
