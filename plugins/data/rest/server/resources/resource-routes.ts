import type { HttpRequest, ResourceDefinition, RouteDefinition } from '@orrery/sdk/server';
import { bulkDeleteFromResource, deleteFromResource } from './delete-resource.ts';
import { describeResource } from './describe-resource.ts';
import { favouriteStatus, setFavourite } from './favourites.ts';
import { extendShowRoute } from './extend-answer.ts';
import type { RowCounter } from './list-resource.ts';
import { listResource } from './list-resource.ts';
import { nestDefinition } from './nest-definition.ts';
import { distinctValues, relatedValues } from './related-values.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { showResource } from './show-resource.ts';
import { createInResource, updateInResource } from './write-resource.ts';

type Operation = (deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest) => unknown;

/** The routes of a resource: the generic ones it has parts for, less those it has of its own. */
export function resourceRoutes(deps: ResourceDeps, counter: RowCounter, definition: ResourceDefinition): readonly RouteDefinition[] {
  const { name, parent, create, update, remove, favourites, invalidBody } = definition;
  const base = `/api/v1/${parent ? `${parent.name}/:parent/` : ''}${name}`;
  const read = ['can_read', definition.view] as const;
  const write = ['can_write', definition.view] as const;
  // What other plugins add may come and go, so the definition is looked up per request.
  const run = (operation: Operation) => async (request: HttpRequest) => operation(deps, await nestDefinition(deps, deps.resourceNamed(name) ?? definition, request), request);
  const invalid = invalidBody ? { invalidBody } : {};

  const generic: RouteDefinition[] = [
    { method: 'GET', path: `${base}/`, permission: read, handler: run((_deps, current, request) => listResource(deps, counter, current, request)) },
    { method: 'GET', path: `${base}/_info`, permission: read, handler: run(describeResource) },
    { method: 'GET', path: `${base}/related/:column`, permission: read, handler: run(relatedValues) },
    { method: 'GET', path: `${base}/distinct/:column`, permission: read, handler: run(distinctValues) },
    { method: 'GET', path: `${base}/:pk`, permission: read, handler: run(showResource) },
  ];
  if (create || remove) {
    generic.push({ method: 'DELETE', path: `${base}/:pk`, permission: write, handler: run(deleteFromResource) });
    generic.push({ method: 'DELETE', path: `${base}/`, permission: write, handler: run(bulkDeleteFromResource) });
  }
  if (create) generic.push({ method: 'POST', path: `${base}/`, permission: write, body: create.body, ...invalid, handler: run(createInResource) });
  if (update) generic.push({ method: 'PUT', path: `${base}/:pk`, permission: write, body: update.body, ...invalid, handler: run(updateInResource) });
  if (favourites) {
    generic.push({ method: 'GET', path: `${base}/favorite_status/`, permission: read, handler: run(favouriteStatus) });
    for (const method of ['POST', 'DELETE'] as const) generic.push({ method, path: `${base}/:pk/favorites/`, permission: read, handler: run(setFavourite) });
  }
  const own = (definition.routes ?? []).map((one): RouteDefinition => {
    const route = { ...one, path: base + one.path };
    return one.method === 'GET' && shape(one.path) === '/:' ? extendShowRoute(deps, definition, route) : route;
  });
  // A resource's own route replaces the generic one at the same place.
  const taken = new Set(own.map((one) => `${one.method} ${shape(one.path)}`));
  return [...own, ...generic.filter((one) => !taken.has(`${one.method} ${shape(one.path)}`))];
}

function shape(path: string): string {
  return path.replace(/\/$/, '').replace(/:[^/]+/g, ':');
}
