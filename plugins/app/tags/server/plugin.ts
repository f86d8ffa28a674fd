import type { User } from '@orrery/sdk';
import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { BundleCompanions } from '../../import-export/contract.ts';
import { migrations } from './migrations.ts';
import { tagExtension } from './tag-extension.ts';
import { tagResource } from './tag-resource.ts';
import { tagRoutes } from './tag-routes.ts';
import { tagsCompanion } from './transfer/tags-companion.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    const everyone = ['Alpha', 'Gamma'] as const;
    ctx.permissions.declare([
      { pair: ['can_read', 'Tag'], roles: everyone },
      { pair: ['can_write', 'Tag'], roles: everyone },
      { pair: ['can_bulk_create', 'Tag'], roles: everyone },
      { pair: ['can_tag', 'Chart'], roles: everyone },
      { pair: ['can_tag', 'Dashboard'], roles: everyone },
    ]);
    const mayTag = (view: string) => (user: User): boolean => ctx.permissions.can(user, 'can_write', 'Tag') || ctx.permissions.can(user, 'can_tag', view);
    resources.extend(ctx, 'chart', tagExtension('chart', 'chart', mayTag('Chart')));
    resources.extend(ctx, 'dashboard', tagExtension('dashboard', 'dashboard', mayTag('Dashboard')));
    resources.extend(ctx, 'saved_query', tagExtension('saved_query', 'query', mayTag('SavedQuery')));
    const isOn = ctx.config.featureFlags['TAGGING_SYSTEM'] === true;
    ctx.contribute(BundleCompanions, 'tags', tagsCompanion({ isOn, can: (user, permission, view) => ctx.permissions.can(user, permission, view) }));
    if (isOn) resources.register(ctx, tagResource(resources, tagRoutes(ctx, resources)));
  },
});
