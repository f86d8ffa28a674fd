import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { RouteLocation } from '@orrery/sdk/web';

/** A reason to stay on the page. */
export interface Blocker {
  when(): boolean;
  readonly message: string;
}

/** The address bar below the application root (census GEN-08). */
export interface BrowserHistory extends Disposable {
  readonly location: RouteLocation;
  /** `path` starts with `/` and may carry search and hash. */
  href(path: string): string;
  /** The path under the application root of an address of this site, or undefined. */
  pathOf(url: URL): string | undefined;
  go(path: string, replace: boolean): void;
  listen(listener: (location: RouteLocation) => void): () => void;
  block(blocker: Blocker): Disposable;
  /** Runs `then` at once when nothing keeps the person here, else when they agree to leave. */
  leave(then: () => void): void;
}

/** Creates the history of a window. `base` has no slash at its end; `ask` puts a blocker's question. */
export function createBrowserHistory(window: Window, base: string, ask: (message: string) => Promise<boolean>): BrowserHistory {
  const { history } = window;
  const listeners = new Set<(location: RouteLocation) => void>();
  const blockers = new Set<Blocker>();
  const strip = (pathname: string) => (pathname === base ? '/' : pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined);
  const read = (): RouteLocation => {
    const { pathname, search, hash } = window.location;
    return { pathname: strip(pathname) ?? '/', search, hash };
  };
  const indexOf = (state: unknown) => (state as { orrery?: number } | null)?.orrery;
  let location = read();
  let index = indexOf(history.state) ?? 0;
  let hasAgreed = false;
  let onReverted: (() => void) | undefined;
  history.replaceState({ ...(history.state as object | null), orrery: index }, '');

  const changed = () => {
    location = read();
    for (const listener of [...listeners]) listener(location);
  };
  const blocking = () => [...blockers].find((blocker) => blocker.when());
  const leave = (then: () => void) => {
    const blocker = blocking();
    if (!blocker) return then();
    void ask(blocker.message).then((agreed) => agreed && then());
  };
  const handlePop = (event: PopStateEvent) => {
    const then = onReverted;
    onReverted = undefined;
    if (then) return then();
    const target = indexOf(event.state);
    if (target === undefined) {
      // A plain link to a place in the page made an entry of its own.
      history.replaceState({ orrery: ++index }, '');
      return changed();
    }
    const delta = target - index;
    if (delta === 0 || hasAgreed || !blocking()) {
      hasAgreed = false;
      index = target;
      return changed();
    }
    // The address has moved already: put it back, ask, and move again.
    onReverted = () =>
      leave(() => {
        hasAgreed = true;
        history.go(delta);
      });
    history.go(-delta);
  };
  const handleUnload = (event: BeforeUnloadEvent) => {
    if (blocking()) event.preventDefault();
  };
  window.addEventListener('popstate', handlePop);
  window.addEventListener('beforeunload', handleUnload);

  return {
    get location() {
      return location;
    },
    href: (path) => base + path,
    pathOf(url) {
      if (url.origin !== window.location.origin) return undefined;
      const path = strip(url.pathname);
      return path === undefined ? undefined : path + url.search + url.hash;
    },
    go(path, replace) {
      if (replace) history.replaceState({ orrery: index }, '', base + path);
      else history.pushState({ orrery: ++index }, '', base + path);
      changed();
    },
    listen(listener) {
      const entry = (at: RouteLocation) => listener(at);
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    block(blocker) {
      const own = { ...blocker, when: () => blocker.when() };
      blockers.add(own);
      return toDisposable(() => blockers.delete(own));
    },
    leave,
    dispose() {
      window.removeEventListener('popstate', handlePop);
      window.removeEventListener('beforeunload', handleUnload);
    },
  };
}
