import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Contribution, ExtensionPoint } from '@orrery/sdk';
import { NavItems, Routes } from '@orrery/sdk/web';
import { Icon, Link } from '@orrery/sdk/ui';
import { useKernel, useStore } from '../kernel-context.ts';
import type { NavEntry } from './nav-entries.ts';
import { NAV_GROUPS, navEntries } from './nav-entries.ts';

/** Contributions of an eager point, live. */
export function useEntries<S, C>(point: ExtensionPoint<S, C>): readonly Contribution<S>[] {
  const { points } = useKernel().runtime;
  return useStore({ subscribe: (notify) => disposer(points.onDidChange(point, notify)) }, () => points.entries(point));
}

function disposer(subscription: { dispose(): void }): () => void {
  return () => subscription.dispose();
}

/** The entries the person may follow, live. */
export function useNavEntries(): readonly NavEntry[] {
  const { can } = useKernel().ctx.permissions;
  const items = useEntries(NavItems);
  const routes = useEntries(Routes);
  return useMemo(() => navEntries(items, routes, can), [items, routes, can]);
}

/** The entries of the navigation, by group. `onFollow` closes the drawer they may be in. */
export function RailList({ onFollow }: { readonly onFollow?: () => void }): ReactNode {
  const { ctx, pages } = useKernel();
  const { t } = ctx.i18n;
  const entries = useNavEntries();
  const state = useStore(pages, () => pages.state);
  const current = 'match' in state ? state.match?.route.key : undefined;
  return NAV_GROUPS.map((group) => {
    const own = entries.filter((entry) => entry.group === group);
    if (own.length === 0) return null;
    return (
      <div key={group} className="shell-rail__group">
        {group !== 'main' && <p className="shell-rail__heading">{t(`shell.nav.${group}`)}</p>}
        <ul>
          {own.map(({ key, label, icon, route }) => (
            <li key={key}>
              <Link route={{ id: route }} className="shell-rail__item" aria-current={route === current ? 'page' : undefined} title={label} onClick={onFollow}>
                <Icon name={icon} size={18} />
                <span className="shell-rail__label">{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
