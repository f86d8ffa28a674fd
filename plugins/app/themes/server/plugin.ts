import { BootstrapData, defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { AssetKinds } from '../../import-export/contract.ts';
import { migrations } from './migrations.ts';
import { pageThemes } from './page-themes.ts';
import { storeConfiguredThemes } from './store-configured-themes.ts';
import { systemThemeRoutes } from './system-theme-routes.ts';
import { themeResource } from './theme-resource.ts';
import { themeTransfer } from './transfer/theme-transfer.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    await storeConfiguredThemes(ctx.metadata, ctx.config.conf, Date.now());
    ctx.permissions.declare([
      { pair: ['can_read', 'Theme'], roles: ['Alpha', 'Gamma'] },
      // A theme is the look of every dashboard that chose it, so writing one is not for everybody.
      { pair: ['can_write', 'Theme'], roles: ['Alpha'] },
      { pair: ['can_export', 'Theme'], roles: ['Alpha'] },
    ]);
    ctx.contribute(AssetKinds, 'themes', themeTransfer);
    ctx.contribute(BootstrapData, 'themes.page', pageThemes(ctx.metadata, ctx.config.conf));
    resources.register(ctx, themeResource(systemThemeRoutes(ctx)));
  },
});
