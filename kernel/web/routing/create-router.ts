import type { Contribution, DisposableStore } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { NavigateOptions, RouteContribution, RouteRef, Router } from '@orrery/sdk/web';
import type { BrowserHistory } from './browser-history.ts';
import { matchRoute, routePath } from './route-table.ts';

/** What the router needs of the page. */
export interface RouterOptions {
  readonly history: BrowserHistory;
  routes(): readonly Contribution<RouteContribution>[];
  /** Loads an address from the server. */
  load(url: string): void;
}

/** The router as one plugin sees it; what it registers ends with `subscriptions`. */
export function createRouter({ history, routes, load }: RouterOptions, subscriptions: DisposableStore): Router {
  const find = (ref: { readonly id: string }) => routes().find((route) => route.key === ref.id)?.value;
  const owned = (cleanUp: () => void) => {
    const subscription = subscriptions.add(toDisposable(cleanUp));
    return toDisposable(() => {
      subscriptions.delete(subscription);
      subscription.dispose();
    });
  };
  return {
    href<P extends Record<string, string | number>>(ref: RouteRef<P>, params?: P, options?: NavigateOptions) {
      const route = find(ref);
      return route && history.href(routePath(route, params, options));
    },
    navigate<P extends Record<string, string | number>>(ref: RouteRef<P>, params?: P, options?: NavigateOptions) {
      const route = find(ref);
      if (!route) throw new Error(`No plugin offers the route "${ref.id}". Is the plugin "${ref.id.split('.')[0]}" installed and enabled?`);
      move(history, routePath(route, params, options), options?.replace ?? false);
    },
    navigateTo(path, options) {
      const url = new URL(/^\/(?!\/)/.test(path) ? history.href(path) : path, window.location.href);
      const inside = history.pathOf(url);
      // A page of the server's own, or of another site.
      if (inside === undefined || !matchRoute(routes(), inside.replace(/[?#].*$/s, ''))) {
        if (/^https?:$/.test(url.protocol)) load(url.href);
        return;
      }
      move(history, inside, options?.replace ?? false);
    },
    location: () => history.location,
    onDidChange: (listener) => owned(history.listen(listener)),
    block(when, message) {
      const blocker = history.block({ when, message });
      return owned(() => blocker.dispose());
    },
  };
}

/** A change of search or hash alone stays on the page, so nothing is lost and nobody is asked. */
function move(history: BrowserHistory, path: string, replace: boolean): void {
  const { pathname } = history.location;
  if (path.replace(/[?#].*$/s, '') === pathname) history.go(path, replace);
  else history.leave(() => history.go(path, replace));
}
