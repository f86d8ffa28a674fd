import type { IndexedPlugin, PermissionPair } from '@orrery/sdk';
import type { ServerPermissions } from '@orrery/sdk/server';

type Declarations = Parameters<ServerPermissions['declare']>[0];
/** The part of a contribution the server needs; the manifest schema has checked it. */
type Contributed = { readonly pair: PermissionPair; readonly roles?: Declarations[number]['roles'] };

/**
 * Pairs that manifests ask for at `core.permissions`. Plugins that came at run time get no role by themselves: an
 * administrator decides who may use them.
 */
export function contributedPermissions(plugins: readonly IndexedPlugin[]): Declarations {
  return plugins.flatMap(({ manifest, source }) =>
    ((manifest.contributes?.['core.permissions'] ?? []) as unknown as readonly Contributed[]).map(({ pair, roles }) => ({ pair, roles: source === 'dynamic' ? [] : (roles ?? []) })),
  );
}
