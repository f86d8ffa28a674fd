import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { GuestResource, GuestRule } from '../../contract.ts';
import type { GuestKeys } from './guest-keys.ts';

/** What a token is made of. */
export interface GuestTokenContent {
  readonly user: { readonly username?: string; readonly first_name?: string; readonly last_name?: string };
  readonly resources: readonly GuestResource[];
  readonly rules: readonly GuestRule[];
}

/** Seconds a guest token lives; the embedding page asks for another before. */
export const GUEST_TOKEN_SECONDS = 300;

/** Makes and reads guest tokens (census SEC-09). */
export interface GuestTokens {
  issue(content: GuestTokenContent): Promise<string>;
  /** Undefined for tokens that are forged, expired, or not for guests of this deployment. `expires` is epoch ms. */
  read(token: string): Promise<(GuestTokenContent & { readonly expires: number }) | undefined>;
}

/** Creates the token maker over the key ring. */
export function createGuestTokens(keys: GuestKeys, audience: string, now: () => number = Date.now): GuestTokens {
  return {
    async issue({ user, resources, rules }) {
      const { kid, secret } = await keys.current();
      const issued = Math.floor(now() / 1000);
      return new SignJWT({ user, resources, rls_rules: rules, type: 'guest' })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
        .setIssuedAt(issued)
        .setExpirationTime(issued + GUEST_TOKEN_SECONDS)
        .setAudience(audience)
        .sign(secret);
    },
    async read(token) {
      try {
        const { kid } = decodeProtectedHeader(token);
        const key = typeof kid === 'string' ? await keys.find(kid) : undefined;
        if (!key) return undefined;
        const { payload } = await jwtVerify(token, key.secret, { algorithms: ['HS256'], audience, requiredClaims: ['exp', 'iat'], currentDate: new Date(now()) });
        if (payload['type'] !== 'guest') return undefined;
        return {
          user: payload['user'] as GuestTokenContent['user'],
          resources: payload['resources'] as GuestTokenContent['resources'],
          rules: payload['rls_rules'] as GuestTokenContent['rules'],
          expires: (payload.exp as number) * 1000,
        };
      } catch {
        return undefined;
      }
    },
  };
}
