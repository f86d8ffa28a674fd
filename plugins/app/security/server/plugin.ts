import { AuthProviders, defineServerPlugin } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { RowRules } from '../../../data/query/contract.ts';
import { ResourceService } from '../../../data/rest/contract.ts';
import { groupResource } from './groups/group-resource.ts';
import { createGuestKeys } from './guests/guest-keys.ts';
import { createGuestProvider } from './guests/guest-provider.ts';
import { guestRoutes } from './guests/guest-routes.ts';
import { createGuestTokens } from './guests/guest-tokens.ts';
import { migrations } from './migrations.ts';
import { pairResources } from './pairs/pair-resources.ts';
import { createPairSync } from './pairs/pair-sync.ts';
import { roleResource } from './roles/role-resource.ts';
import { roleRoutes } from './roles/role-routes.ts';
import { roleSearchResource } from './roles/role-search-resource.ts';
import { rowRuleResource } from './row-rules/row-rule-resource.ts';
import { createRowRuleSource } from './row-rules/row-rule-source.ts';
import { STOCK_PERMISSIONS } from './stock/stock-permissions.ts';
import { avatarRoutes } from './users/avatar-route.ts';
import { registrationResource } from './users/registration-resource.ts';
import { userResource } from './users/user-resource.ts';

/** A setting of the deployment, or what holds without it. */
function setting(ctx: ServerPluginContext, name: string, otherwise: string): string {
  const value = ctx.config.conf[name];
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

export default defineServerPlugin({
  requires: { resources: ResourceService },
  async activate(ctx, { resources }) {
    await ctx.metadata.migrate(migrations);
    ctx.permissions.declare(STOCK_PERMISSIONS);

    for (const definition of [userResource(), groupResource(), rowRuleResource(), registrationResource()]) resources.register(ctx, definition);
    // These name pairs by number; the numbers are brought up to date before each answer.
    const { sync } = createPairSync(ctx.metadata);
    const synced: ServerPluginContext = {
      ...ctx,
      route<B>(definition: RouteDefinition<B>) {
        return ctx.route<B>({
          ...definition,
          async handler(request: HttpRequest<B>) {
            await sync();
            return definition.handler(request);
          },
        });
      },
    };
    for (const definition of [roleResource(roleRoutes(ctx.metadata)), roleSearchResource(), ...pairResources()]) resources.register(synced, definition);

    ctx.contribute(RowRules, 'security', createRowRuleSource(ctx.metadata));

    for (const route of avatarRoutes(ctx)) ctx.route(route);

    const tokens = createGuestTokens(createGuestKeys(ctx.metadata, ctx.secrets), setting(ctx, 'GUEST_TOKEN_JWT_AUDIENCE', 'orrery:embedded'));
    const guestRole = setting(ctx, 'GUEST_ROLE_NAME', 'Public');
    if (guestRole.toLowerCase() === 'admin') throw new Error('GUEST_ROLE_NAME must not be Admin: everybody with a link could administer');
    // Without embedding nobody is a guest: no token is made, and none is taken.
    const isEmbedding = ctx.config.featureFlags['EMBEDDED_SUPERSET'] === true;
    ctx.contribute(AuthProviders, 'security.guest-token', isEmbedding ? createGuestProvider(ctx.metadata, tokens, guestRole) : { userOf: async () => undefined });
    if (isEmbedding) for (const route of guestRoutes(ctx, tokens)) ctx.route(route);
  },
});
