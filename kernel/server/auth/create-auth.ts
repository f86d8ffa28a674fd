import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { User } from '@orrery/sdk';
import type { AuthProvider, MetadataStore } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { Gatekeeper, Identity } from '../http/identity.ts';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import type { PermissionStore } from '../permissions/create-permissions.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import type { CookieWriter } from './cookies.ts';
import { createCookieWriter, parseCookies } from './cookies.ts';
import type { LoginLinks } from './login-links.ts';
import { createLoginLinks } from './login-links.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { verifyPassword } from './passwords.ts';
import type { SessionStore } from './session-store.ts';
import { createSessionStore } from './session-store.ts';
import type { Tokens } from './tokens.ts';
import { createTokens } from './tokens.ts';

/** Who may come in, and how. */
export interface Auth extends Gatekeeper {
  readonly sessions: SessionStore;
  readonly tokens: Tokens;
  readonly links: LoginLinks;
  readonly cookies: CookieWriter;
  /** Checks name and password within the limits; answers the user's id and password stamp, throws 401 or 429. */
  checkPassword(username: string, password: string, ip: string): Promise<{ readonly id: number; readonly passwordHash: string | null }>;
  /** Notes a sign-in on the user's record. */
  recordLogin(userId: number): Promise<void>;
}

/** What auth needs. */
export interface AuthOptions {
  readonly metadata: MetadataStore;
  readonly permissions: PermissionStore;
  readonly secretKey: SecretKey;
  readonly applicationRoot: string;
  /** Turns a guest token into its user; undefined refuses. */
  readonly verifyGuest: AuthProvider['userOf'];
  readonly now?: () => number;
}

/** Marks cookies of callers who did not sign in; they exist only to bind a CSRF token to. */
const ANONYMOUS_PREFIX = 'a.';
/** Where a refresh token is exchanged. */
export const REFRESH_PATH = '/api/v1/security/refresh';
const LOCALE = /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/;

/** Creates the auth room. */
export function createAuth({ metadata, permissions, secretKey, applicationRoot, verifyGuest, now = Date.now }: AuthOptions): Auth {
  const db = metadata.db<KernelTables>();
  const sessions = createSessionStore(metadata, now);
  const throttle = createLoginThrottle(metadata, now);
  const tokens = createTokens(secretKey.derive('jwt'));
  const cookies = createCookieWriter(applicationRoot);
  const csrfKey = secretKey.derive('csrf');
  const unauthorised = (): HttpError => new HttpError(401, 'Not authorized');
  const csrfOf = (sessionId: string): string => createHmac('sha256', csrfKey).update(sessionId).digest('base64url');

  async function byBearer(token: string): Promise<User> {
    const claims = await tokens.read('access', token).catch(() => undefined);
    const row = claims && (await db.selectFrom('ab_user').select('password_hash').where('id', '=', claims.userId).executeTakeFirst());
    const user = row && claims.isCurrent(row.password_hash) ? await permissions.userOf(claims.userId, await permissions.version()) : undefined;
    if (!user) throw unauthorised();
    return user;
  }

  return {
    sessions,
    tokens,
    cookies,
    links: createLoginLinks(metadata, now),
    async identify({ path, headers, origin }) {
      const jar = parseCookies(headers['cookie']);
      const chosen = jar['locale'];
      const locale = chosen !== undefined && LOCALE.test(chosen) ? chosen : undefined;
      const bearer = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
      // A refresh token is no identity; its one route reads it itself.
      if (bearer && !path.startsWith(REFRESH_PATH)) return { user: await byBearer(bearer), by: 'bearer', sessionId: undefined, locale };
      const guestToken = headers['x-guesttoken'];
      if (guestToken) {
        const user = await verifyGuest(guestToken);
        if (!user) throw unauthorised();
        return { user, by: 'guest', sessionId: undefined, locale };
      }
      const id = jar['session'];
      if (id && !id.startsWith(ANONYMOUS_PREFIX)) {
        const session = await sessions.find(id);
        const user = session && (await permissions.userOf(session.userId, session.version));
        if (user) return { user, by: 'session', sessionId: id, locale, ...(session.touched ? { setCookie: cookies.session(id, origin) } : {}) };
      }
      const user = await permissions.anonymous(await permissions.version());
      return { user, by: 'anonymous', sessionId: id?.startsWith(ANONYMOUS_PREFIX) ? id : undefined, locale };
    },
    csrfToken({ sessionId }: Identity, origin) {
      if (sessionId !== undefined) return { token: csrfOf(sessionId) };
      const id = ANONYMOUS_PREFIX + randomBytes(32).toString('base64url');
      return { token: csrfOf(id), setCookie: cookies.session(id, origin) };
    },
    isCsrfTokenValid({ sessionId }, token) {
      if (sessionId === undefined || token === undefined) return false;
      const [expected, given] = [Buffer.from(csrfOf(sessionId)), Buffer.from(token)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    async checkPassword(username, password, ip) {
      const forgive = await throttle.admit(ip, username);
      const row = await db.selectFrom('ab_user').select(['id', 'password_hash', 'active']).where('username', '=', username.slice(0, 128)).executeTakeFirst();
      const isRight = await verifyPassword(row?.password_hash, password);
      if (!row || !isRight || row.active === 0) throw unauthorised();
      await forgive();
      return { id: row.id, passwordHash: row.password_hash };
    },
    async recordLogin(userId) {
      await db.updateTable('ab_user').set(({ eb }) => ({ last_login: now(), login_count: eb('login_count', '+', 1) })).where('id', '=', userId).execute();
    },
  };
}
