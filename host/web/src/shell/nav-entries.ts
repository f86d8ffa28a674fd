import type { Contribution } from '@orrery/sdk';
import type { NavItemContribution, RouteContribution } from '@orrery/sdk/web';

/** Groups of the rail, in order. */
export const NAV_GROUPS = ['main', 'data', 'admin'] as const;

/** An entry of the rail as it is drawn. */
export interface NavEntry {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly route: string;
  readonly group: (typeof NAV_GROUPS)[number];
}

/** The entries a person may follow: permitted, and with a route somebody offers. */
export function navEntries(
  items: readonly Contribution<NavItemContribution>[],
  routes: readonly Contribution<RouteContribution>[],
  can: (action: string, subject: string) => boolean,
): readonly NavEntry[] {
  const allowed = (permission: readonly [string, string] | undefined) => !permission || can(...permission);
  return items
    .filter(({ value }) => allowed(value.permission) && routes.some((route) => route.key === value.route && allowed(route.value.permission)))
    .toSorted((a, b) => (a.value.order ?? 0) - (b.value.order ?? 0))
    .map(({ key, value }) => ({ key, label: value.label, icon: value.icon, route: value.route, group: value.group ?? 'main' }));
}
