import type { HttpRequest, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { ThemeTables } from '../contract.ts';

type Slot = 'is_system_default' | 'is_system_dark';

const SLOTS: readonly (readonly [path: string, column: Slot, name: string])[] = [
  ['system_default', 'is_system_default', 'system default theme'],
  ['system_dark', 'is_system_dark', 'system dark theme'],
];

/** Which theme the whole application has: routes below `/theme`. */
export function systemThemeRoutes(ctx: ServerPluginContext): readonly RouteDefinition[] {
  const isEnabled = ctx.config.conf['ENABLE_UI_THEME_ADMINISTRATION'] === true;

  const requireAdministration = ({ user }: HttpRequest): void => {
    if (!user.isAdmin) throw new HttpError(403, 'Only administrators can set the system themes.');
    if (!isEnabled) throw new HttpError(403, 'Theme administration is switched off. Set ENABLE_UI_THEME_ADMINISTRATION to change the system themes here.');
  };

  const put = (column: Slot, name: string) => async (request: HttpRequest) => {
    requireAdministration(request);
    const key = request.params['pk'] ?? '';
    return ctx.metadata.transaction<ThemeTables, unknown>(async (db) => {
      const theme = /^\d{1,9}$/.test(key) ? await db.selectFrom('themes').select(['id', 'theme_name']).where('id', '=', Number(key)).executeTakeFirst() : undefined;
      if (!theme) throw new HttpError(404, 'Not found');
      await db.updateTable('themes').set({ [column]: 0 }).where(column, '=', 1).execute();
      await db.updateTable('themes').set({ [column]: 1 }).where('id', '=', theme.id).execute();
      return { id: theme.id, result: `${theme.theme_name} is the ${name} now` };
    });
  };

  const unset = (column: Slot, name: string) => async (request: HttpRequest) => {
    requireAdministration(request);
    await ctx.metadata.db<ThemeTables>().updateTable('themes').set({ [column]: 0 }).where(column, '=', 1).execute();
    return { result: `There is no ${name} now` };
  };

  return SLOTS.flatMap(([path, column, name]): readonly RouteDefinition[] => [
    { method: 'PUT', path: `/:pk/set_${path}`, permission: ['can_write', 'Theme'], handler: put(column, name) },
    { method: 'DELETE', path: `/unset_${path}`, permission: ['can_write', 'Theme'], handler: unset(column, name) },
  ]);
}
