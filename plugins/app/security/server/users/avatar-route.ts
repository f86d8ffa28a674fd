import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { SecurityTables } from '../tables.ts';

const PLACE = /\{(id|username|email)\}/g;

/** The address of a user's picture after the template; undefined when the template leads nowhere but to a page of ours or to http(s). */
export function avatarAddress(template: unknown, user: { readonly id: number; readonly username: string; readonly email: string }): string | undefined {
  if (typeof template !== 'string' || !/^(?:https?:\/\/[^/{}]+\/|\/(?![/\\]))/.test(template)) return undefined;
  return template.replace(PLACE, (_, name: 'id' | 'username' | 'email') => encodeURIComponent(String(user[name])));
}

/**
 * `GET /api/v1/user/<id>/avatar.png` (contract §1.9): 301 to the picture where the deployment has a directory of them (setting
 * `USER_AVATAR_URL`, an address with `{id}`, `{username}` or `{email}` in it), else 204; 404 when there is no such user.
 */
export function avatarRoutes(ctx: ServerPluginContext): readonly RouteDefinition[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/user/:id/avatar.png',
      permission: ['can_read', 'UserRestApi'],
      async handler({ params }) {
        const id = params['id'] ?? '';
        const user = /^\d{1,9}$/.test(id) ? await ctx.metadata.db<SecurityTables>().selectFrom('ab_user').select(['id', 'username', 'email']).where('id', '=', Number(id)).executeTakeFirst() : undefined;
        if (!user) throw new HttpError(404, 'Not found');
        const location = avatarAddress(ctx.config.conf['USER_AVATAR_URL'], user);
        return location === undefined ? new HttpResponse({ status: 204, body: '' }) : new HttpResponse({ status: 301, headers: { location, 'cache-control': 'private, max-age=3600' }, body: '' });
      },
    },
  ];
}
