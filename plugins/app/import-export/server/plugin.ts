import type { Disposable } from '@orrery/sdk';
import { defineServerPlugin } from '@orrery/sdk/server';
import { AssetKinds } from '../contract.ts';
import type { AssetKindContribution } from '../contract.ts';
import { createAssetKindReader } from './asset-kinds.ts';
import { assetsRoutes } from './routes/assets-routes.ts';
import { kindRoutes } from './routes/kind-routes.ts';

export default defineServerPlugin({
  activate(ctx) {
    const rooms = { kinds: createAssetKindReader(ctx.points), metadata: ctx.metadata, permissions: ctx.permissions };
    const served = new Map<string, readonly Disposable[]>();
    const serve = (kind: AssetKindContribution): void => {
      ctx.permissions.declare([{ pair: ['can_export', kind.view], roles: kind.exportRoles ?? ['Alpha'] }]);
      served.set(kind.kind, kindRoutes(rooms, kind).map((route) => ctx.route(route)));
    };

    ctx.permissions.declare([
      { pair: ['can_export', 'ImportExportRestApi'], roles: [] },
      { pair: ['can_write', 'ImportExportRestApi'], roles: [] },
    ]);
    for (const route of assetsRoutes(rooms)) ctx.route(route);
    for (const { value } of ctx.points.entries(AssetKinds)) serve(value);
    ctx.subscriptions.add(
      ctx.points.onDidChange(AssetKinds, ({ added, removed }) => {
        for (const { key } of removed) {
          for (const route of served.get(key) ?? []) route.dispose();
          served.delete(key);
        }
        for (const { key, value } of added) if (!served.has(key)) serve(value);
      }),
    );
  },
});
