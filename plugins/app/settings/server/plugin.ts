import { BootstrapData, defineServerPlugin } from '@orrery/sdk/server';
import { SettingsService } from '../contract.ts';
import { createSettingsReader } from './settings-reader.ts';
import { settingsRoutes } from './settings-routes.ts';
import { createSettingStore } from './store/setting-store.ts';
import { MIGRATIONS } from './store/setting-tables.ts';

export default defineServerPlugin({
  provides: { settings: SettingsService },
  async activate(ctx) {
    await ctx.metadata.migrate(MIGRATIONS);
    const store = createSettingStore(ctx.metadata, Date.now);
    const reader = createSettingsReader(ctx.points, store, ctx.secrets);
    ctx.contribute(BootstrapData, 'settings.values', async (user) => ({ plugin_settings: await reader.forPage(user) }));
    for (const route of settingsRoutes(ctx, store, reader)) ctx.route(route);
    return { settings: { get: (pluginId, user) => reader.get(pluginId, user) } };
  },
});
