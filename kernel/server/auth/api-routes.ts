import type { MetadataStore, RouteDefinition } from '@orrery/sdk/server';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import { identityOf } from '../http/answer-request.ts';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import type { PermissionStore } from '../permissions/create-permissions.ts';
import { REFRESH_PATH } from './create-auth.ts';
import { bootstrapUser } from './bootstrap-user.ts';
import type { Auth } from './create-auth.ts';
import { hashPassword } from './passwords.ts';

const MIN_PASSWORD = 8;

/** `/api/v1/security/*` and `/api/v1/me/*` (contract §0.2, §1.9). */
export function authApiRoutes(auth: Auth, metadata: MetadataStore, permissions: PermissionStore): readonly RouteDefinition[] {
  const db = metadata.db<KernelTables>();
  const text = (body: unknown, name: string): string => {
    const value = (body as Record<string, unknown> | undefined)?.[name];
    if (typeof value !== 'string' || value === '') throw new HttpError(400, { message: { [name]: ['Missing data for required field.'] } });
    return value;
  };

  return [
    {
      method: 'GET',
      path: '/api/v1/security/csrf_token/',
      permission: null,
      handler(request) {
        const { token, setCookie } = auth.csrfToken(identityOf(request), request.origin);
        return new HttpResponse({ body: { result: token }, headers: setCookie ? { 'set-cookie': setCookie } : {} });
      },
    },
    {
      method: 'POST',
      path: '/api/v1/security/login',
      permission: null,
      csrf: false,
      bodyLimit: 16 * 1024,
      async handler({ body, ip }) {
        const { provider = 'db', refresh } = (body ?? {}) as { provider?: unknown; refresh?: unknown };
        const [username, password] = [text(body, 'username'), text(body, 'password')];
        if (provider !== 'db') throw new HttpError(400, { message: { provider: ['Must be one of: db.'] } });
        const { id, passwordHash } = await auth.checkPassword(username, password, ip);
        await auth.recordLogin(id);
        const access_token = await auth.tokens.issue('access', id, passwordHash);
        return refresh === true ? { access_token, refresh_token: await auth.tokens.issue('refresh', id, passwordHash) } : { access_token };
      },
    },
    {
      method: 'POST',
      path: REFRESH_PATH,
      permission: null,
      csrf: false,
      async handler({ headers }) {
        const token = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
        const claims = await auth.tokens.read('refresh', token).catch(() => undefined);
        const row = claims && (await db.selectFrom('ab_user').select(['password_hash', 'active']).where('id', '=', claims.userId).executeTakeFirst());
        if (!row || row.active === 0 || !claims.isCurrent(row.password_hash)) throw new HttpError(401, 'Not authorized');
        return { access_token: await auth.tokens.issue('access', claims.userId, row.password_hash) };
      },
    },
    {
      method: 'GET',
      path: '/api/v1/me/',
      permission: null,
      async handler({ user }) {
        const row = await meOf(user.id);
        return {
          result: {
            id: user.id, username: user.username, email: user.email, first_name: user.firstName, last_name: user.lastName,
            is_active: true, is_anonymous: false, login_count: row.login_count, has_password: row.password_hash !== null,
          },
        };
      },
    },
    {
      method: 'PUT',
      path: '/api/v1/me/',
      permission: null,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: { first_name: { type: 'string', minLength: 1, maxLength: 64 }, last_name: { type: 'string', minLength: 1, maxLength: 64 }, password: { type: 'string', maxLength: 1024 } },
      },
      async handler(request) {
        const { user, body } = request;
        const { id } = await meOf(user.id);
        const { password, ...names } = body as { first_name?: string; last_name?: string; password?: string };
        if (password !== undefined && password.length < MIN_PASSWORD) throw new HttpError(422, { message: { password: [`Shorter than minimum length ${MIN_PASSWORD}.`] } });
        const values = { ...names, changed_on: Date.now(), ...(password === undefined ? {} : { password_hash: await hashPassword(password) }) };
        await db.updateTable('ab_user').set(values).where('id', '=', id).execute();
        if (password !== undefined) await auth.sessions.endAll(id, identityOf(request).sessionId);
        await permissions.invalidate();
        return { result: { id, ...names } };
      },
    },
    {
      method: 'GET',
      path: '/api/v1/me/roles/',
      permission: null,
      async handler({ user, headers }) {
        if (user.isAnonymous && !headers['x-guesttoken']) throw new HttpError(401, 'Not authorized');
        return { result: await bootstrapUser(metadata, user) };
      },
    },
  ];

  async function meOf(id: number | null): Promise<{ id: number; login_count: number; password_hash: string | null }> {
    const row = id === null ? undefined : await db.selectFrom('ab_user').select(['id', 'login_count', 'password_hash']).where('id', '=', id).executeTakeFirst();
    if (!row) throw new HttpError(401, 'Not authorized');
    return row;
  }
}
