/**
 * Names a route, so that links survive a change of path. `id` is `<pluginId>.<route>` and equals the key of the
 * `core.routes` contribution.
 * @public
 */
export interface RouteRef<P extends Record<string, string | number> = Record<string, never>> {
  readonly id: string;
  readonly __params?: P;
}

/** @public */
export function createRouteRef<P extends Record<string, string | number> = Record<string, never>>(id: string): RouteRef<P> {
  return Object.freeze({ id });
}

/** @public */
export interface RouteLocation {
  /** Path under the application root, starting with `/`. */
  readonly pathname: string;
  /** With the leading `?`, or empty. */
  readonly search: string;
  readonly hash: string;
}

/** @public */
export interface NavigateOptions {
  readonly replace?: boolean;
  /** Query parameters; undefined values are left out. */
  readonly search?: Readonly<Record<string, string | number | undefined>>;
  readonly hash?: string;
}

/** @public */
export interface Router {
  /** The href of a route, application root included. Unknown routes answer undefined: draw no link then. */
  href<P extends Record<string, string | number>>(ref: RouteRef<P>, params?: P, options?: NavigateOptions): string | undefined;
  navigate<P extends Record<string, string | number>>(ref: RouteRef<P>, params?: P, options?: NavigateOptions): void;
  /** Goes to a path under the application root; paths that are no front-end route load the page from the server. */
  navigateTo(path: string, options?: { replace?: boolean }): void;
  location(): RouteLocation;
  onDidChange(listener: (location: RouteLocation) => void): { dispose(): void };
  /** Asks before leaving while `when` answers true (unsaved changes). */
  block(when: () => boolean, message: string): { dispose(): void };
}
