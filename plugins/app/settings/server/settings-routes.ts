import type { JsonObject, User } from '@orrery/sdk';
import type { HttpRequest, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { SettingGroup } from './groups/setting-groups.ts';
import { settingGroups } from './groups/setting-groups.ts';
import type { SettingsReader } from './settings-reader.ts';
import { ownerOf } from './settings-reader.ts';
import { changeSettings } from './store/change-settings.ts';
import type { SettingStore } from './store/setting-store.ts';
import { EVERYBODY } from './store/setting-tables.ts';

const READ = ['can_read', 'Setting'] as const;

/** `GET /api/v1/settings/`, `PUT` and `DELETE /api/v1/settings/<id>`. */
export function settingsRoutes(ctx: Pick<ServerPluginContext, 'points' | 'permissions' | 'secrets'>, store: SettingStore, reader: SettingsReader): readonly RouteDefinition[] {
  const maySee = (group: SettingGroup, user: User): boolean => (group.scope === 'admin' ? ctx.permissions.can(user, 'can_write', 'Setting') : ownerOf(group, user) !== undefined);
  /** The group a call is about, and whose values it changes. */
  const target = ({ params, user }: HttpRequest): { readonly group: SettingGroup; readonly owner: number } => {
    const group = settingGroups(ctx.points).find(({ id }) => id === params['id']);
    if (!group) throw new HttpError(404, 'Not found');
    const owner = ownerOf(group, user);
    if (owner === undefined || !maySee(group, user)) throw new HttpError(403, 'Forbidden');
    return { group, owner };
  };
  return [
    {
      method: 'GET',
      path: '/api/v1/settings/',
      permission: READ,
      async handler({ user }) {
        const stored = await store.read(user.id === null ? [EVERYBODY] : [EVERYBODY, user.id]);
        const result = settingGroups(ctx.points).filter((group) => maySee(group, user)).map((group) => reader.describe(group, user, stored));
        return { count: result.length, result };
      },
    },
    {
      method: 'PUT',
      path: '/api/v1/settings/:id',
      permission: READ,
      body: { type: 'object' },
      invalidBody: 422,
      async handler(request) {
        const { group, owner } = target(request);
        const above = await store.read([EVERYBODY]);
        const defaults = reader.defaults(group, above);
        const sent = request.body as JsonObject;
        const written = await store.write(owner, group.id, (before) => changeSettings({ group, owner, before, sent, defaults, secrets: ctx.secrets }));
        const stored = (of: number, id: string) => (of === owner && id === group.id ? written : above(of, id));
        return { id: group.id, result: reader.describe(group, request.user, stored) };
      },
    },
    {
      method: 'DELETE',
      path: '/api/v1/settings/:id',
      permission: READ,
      async handler(request) {
        const { group, owner } = target(request);
        await store.remove(owner, group.id);
        return { message: 'OK' };
      },
    },
  ];
}
