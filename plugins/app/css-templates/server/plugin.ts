import { defineServerPlugin } from '@orrery/sdk/server';
import { ResourceService } from '../../../data/rest/contract.ts';
import { cssTemplateResource } from './css-template-resource.ts';
import { migrations } from './migrations.ts';

export default defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    ctx.permissions.declare([
      { pair: ['can_read', 'CssTemplate'], roles: ['Alpha'] },
      { pair: ['can_write', 'CssTemplate'], roles: ['Alpha'] },
    ]);
    resources.register(ctx, cssTemplateResource);
  },
});
