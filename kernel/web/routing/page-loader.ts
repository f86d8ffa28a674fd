import type { ComponentType } from 'react';
import type { Disposable } from '@orrery/sdk';
import { DisposableStore, toDisposable } from '@orrery/sdk';
import type { PluginContext, RouteCode } from '@orrery/sdk/web';
import { Routes } from '@orrery/sdk/web';
import type { PluginRuntimeApi } from '../../common/contract.ts';
import type { BrowserHistory } from './browser-history.ts';
import type { RouteMatch } from './route-table.ts';
import { matchRoute } from './route-table.ts';

/** What the main area shows. */
export type PageState =
  | { readonly kind: 'loading'; readonly match?: RouteMatch }
  | { readonly kind: 'page'; readonly match: RouteMatch; readonly Page: ComponentType }
  | { readonly kind: 'failed'; readonly match: RouteMatch; readonly error: unknown }
  | { readonly kind: 'forbidden'; readonly match: RouteMatch }
  | { readonly kind: 'missing' };

/** What finding and loading pages needs. */
export interface PageLoaderOptions {
  readonly history: BrowserHistory;
  readonly runtime: PluginRuntimeApi<PluginContext>;
  /** Whether the person may see the page; `login` leaves for the login page. */
  admit(match: RouteMatch): 'yes' | 'no' | 'login';
  onLogin(): void;
  /** Makes plugins known that may offer an unknown path; asked once per path. */
  findRoutes(pathname: string): Promise<unknown>;
  onPage(match: RouteMatch | undefined): void;
}

/** Follows the address: which page it names, its code, and what went wrong with it. */
export interface PageLoader extends Disposable {
  readonly state: PageState;
  subscribe(listener: () => void): () => void;
  /** Tries the current page again. */
  retry(): void;
}

/** Creates the loader and begins with the current address. */
export function createPageLoader({ history, runtime, admit, onLogin, findRoutes, onPage }: PageLoaderOptions): PageLoader {
  let state: PageState = { kind: 'loading' };
  let turn = 0;
  const listeners = new Set<() => void>();
  const pages = new WeakMap<RouteCode, ComponentType>();
  const asked = new Set<string>();

  const show = (next: PageState) => {
    const before = 'match' in state ? state.match?.route.key : undefined;
    state = next;
    const match = 'match' in next ? next.match : undefined;
    if (match?.route.key !== before || next.kind === 'missing') onPage(match);
    for (const listener of listeners) listener();
  };
  const update = () => {
    const own = ++turn;
    const { pathname } = history.location;
    const match = matchRoute(runtime.points.entries(Routes), pathname);
    if (!match) {
      if (asked.has(pathname)) return show({ kind: 'missing' });
      asked.add(pathname);
      show({ kind: 'loading' });
      findRoutes(pathname).then(
        () => own === turn && update(),
        () => own === turn && update(),
      );
      return;
    }
    const admitted = admit(match);
    if (admitted === 'login') return onLogin();
    if (admitted === 'no') return show({ kind: 'forbidden', match });
    const known = runtime.points.peek(Routes, match.route.key);
    const Known = known && pages.get(known);
    if (Known) return show({ kind: 'page', match, Page: Known });
    show({ kind: 'loading', match });
    loadPage(match).then(
      (Page) => own === turn && show({ kind: 'page', match, Page }),
      (error: unknown) => own === turn && show({ kind: 'failed', match, error }),
    );
  };
  const loadPage = async ({ route }: RouteMatch): Promise<ComponentType> => {
    const code = await runtime.points.load(Routes, route.key);
    const Page = await code.load();
    pages.set(code, Page);
    return Page;
  };

  const subscriptions = new DisposableStore();
  subscriptions.add(toDisposable(history.listen(update)));
  subscriptions.add(runtime.points.onDidChange(Routes, update));
  subscriptions.add(
    runtime.onDidChange(({ id, state: at }) => {
      // A plugin swapped while its page is open: draw the new code.
      if (at === 'active' && state.kind === 'page' && state.match.route.pluginId === id) update();
    }),
  );
  update();
  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry() {
      asked.delete(history.location.pathname);
      if ('match' in state && state.match) runtime.enable(state.match.route.pluginId);
      update();
    },
    dispose() {
      turn += 1;
      subscriptions.dispose();
    },
  };
}
