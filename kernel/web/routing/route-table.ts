import { generatePath, matchRoutes } from 'react-router-dom';
import type { Contribution } from '@orrery/sdk';
import type { NavigateOptions, RouteContribution } from '@orrery/sdk/web';

/** The page a path belongs to. */
export interface RouteMatch {
  readonly route: Contribution<RouteContribution>;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the most specific page of a path. */
export function matchRoute(routes: readonly Contribution<RouteContribution>[], pathname: string): RouteMatch | undefined {
  const best = matchRoutes(
    routes.map((route) => ({ id: route.key, path: route.value.path, handle: route })),
    pathname,
  )?.at(-1);
  return best && { route: best.route.handle, params: definedOnly(best.params) };
}

/** The path of a route with its parameters, search and hash; throws when a parameter is missing. */
export function routePath(route: RouteContribution, params: Readonly<Record<string, string | number>> = {}, options: NavigateOptions = {}): string {
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(options.search ?? {})) if (value !== undefined) search.set(name, String(value));
  const query = search.toString();
  const path = generatePath(route.path, values);
  // react-router drops the last slash; the server's addresses have it (contract §0.1).
  return (route.path.endsWith('/') && !path.endsWith('/') ? `${path}/` : path) + (query && `?${query}`) + (options.hash ? `#${options.hash.replace(/^#/, '')}` : '');
}

function definedOnly(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
