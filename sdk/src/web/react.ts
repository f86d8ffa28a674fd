import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Contribution, ExtensionPoint } from '@orrery/sdk';
import type { PluginContext } from './plugin.ts';
import type { RouteLocation } from './routing.ts';

/** What the kernel puts around every contribution. Not for plugins to provide. @internal */
export interface PluginScope {
  readonly ctx: PluginContext;
  /** Parameters of the route the contribution is drawn under. */
  readonly params: Readonly<Record<string, string>>;
  /** Draws a contribution of any point inside its plugin's boundary. */
  readonly Slot: ComponentType<SlotProps>;
}

/** @public */
export interface SlotProps {
  readonly pluginId: string;
  readonly contribution: string;
  /** Parameters for `useRouteParams` inside; those of the current route when left out. */
  readonly params?: Readonly<Record<string, string>>;
  /** Shown when the contribution throws; the boundary adds Retry and Details. */
  readonly fallback?: (error: unknown, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** @internal */
export const PluginScopeContext: React.Context<PluginScope | undefined> = createContext<PluginScope | undefined>(undefined);

function useScope(): PluginScope {
  const scope = useContext(PluginScopeContext);
  if (!scope) throw new Error('Hooks of @orrery/sdk/web work only inside a contribution of a plugin');
  return scope;
}

/** The context of the plugin whose contribution is being drawn. @public */
export function usePlugin(): PluginContext {
  return useScope().ctx;
}

/** Parameters of the current route, decoded. @public */
export function useRouteParams(): Readonly<Record<string, string>> {
  return useScope().params;
}

/** Isolates a contribution of another plugin: errors stay inside, name the plugin, and offer Retry. @public */
export function useSlot(): ComponentType<SlotProps> {
  return useScope().Slot;
}

/** Texts of the plugin being drawn; re-renders when the language changes. @public */
export function useT(): PluginContext['i18n']['t'] {
  const { i18n } = usePlugin();
  return i18n.t;
}

/** @public */
export function useCan(action: string, subject: string): boolean {
  return usePlugin().permissions.can(action, subject);
}

/** Re-renders with the theme. @public */
export function useTheme(): PluginContext['theme']['tokens'] {
  const { theme } = usePlugin();
  return useSyncExternalStore(
    (notify) => {
      const subscription = theme.onDidChange(notify);
      return () => subscription.dispose();
    },
    () => theme.tokens,
  );
}

/** The current location under the application root. @public */
export function useLocation(): RouteLocation {
  const { router } = usePlugin();
  return useSyncExternalStore(
    (notify) => {
      const subscription = router.onDidChange(notify);
      return () => subscription.dispose();
    },
    () => router.location(),
  );
}

/** A value of the plugin's own slice; re-renders when `select` answers another value. @public */
export function useSliceState<S, T>(select: (state: S | undefined) => T): T {
  const { store } = usePlugin();
  return useSyncExternalStore(
    (notify) => {
      const subscription = store.subscribe(notify);
      return () => subscription.dispose();
    },
    () => select(store.getState() as S | undefined),
  );
}

/** Live contributions of a point, lazily loaded. @public */
export function useContributions<S, C>(point: ExtensionPoint<S, C>): readonly Contribution<S>[] {
  const { points } = usePlugin();
  const [entries, setEntries] = useState(() => points.entries(point));
  useEffect(() => {
    let live = true;
    const update = () => live && setEntries(points.entries(point));
    const subscription = points.onDidChange(point, update);
    points.loadAll(point).then(update, update);
    return () => {
      live = false;
      subscription.dispose();
    };
  }, [points, point]);
  return entries;
}

/** Names the page while the component is shown. @public */
export function useTitle(title: string): void {
  const { ui } = usePlugin();
  useEffect(() => {
    const subscription = ui.setTitle(title);
    return () => subscription.dispose();
  }, [ui, title]);
}
