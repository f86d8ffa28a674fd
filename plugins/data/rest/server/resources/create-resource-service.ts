import { DisposableStore, toDisposable } from '@orrery/sdk';
import type { ResourceDefinition, RouteDefinition } from '@orrery/sdk/server';
import type { ResourceService } from '../../contract.ts';
import { bulkDeleteFromResource, deleteFromResource } from './delete-resource.ts';
import { describeResource } from './describe-resource.ts';
import { favouriteStatus, setFavourite } from './favourites.ts';
import { listResource, RowCounter } from './list-resource.ts';
import { distinctValues, relatedValues } from './related-values.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { fieldOf } from './select-columns.ts';
import { showResource } from './show-resource.ts';
import { createInResource, updateInResource } from './write-resource.ts';

/** Creates the service; the rooms are the plugin's own, the routes those of whoever registers a resource. */
export function createResourceService(rooms: Omit<ResourceDeps, 'resourceOf'>): ResourceService {
  const byTable = new Map<string, ResourceDefinition>();
  const counter = new RowCounter(() => rooms.metadata.dataVersion());
  const deps: ResourceDeps = { ...rooms, resourceOf: (table) => byTable.get(table) };
  return {
    register(ctx, definition) {
      check(definition);
      const registrations = new DisposableStore();
      try {
        for (const one of routesOf(deps, counter, definition)) registrations.add(ctx.route(one));
      } catch (error) {
        registrations.dispose();
        throw error;
      }
      byTable.set(definition.table, definition);
      registrations.add(toDisposable(() => byTable.delete(definition.table)));
      return ctx.subscriptions.add(registrations);
    },
  };
}

function routesOf(deps: ResourceDeps, counter: RowCounter, definition: ResourceDefinition): readonly RouteDefinition[] {
  const base = `/api/v1/${definition.name}`;
  const read = ['can_read', definition.view] as const;
  const write = ['can_write', definition.view] as const;
  const own = (definition.routes ?? []).map((one) => ({ ...one, path: base + one.path }));
  const generic: RouteDefinition[] = [
    { method: 'GET', path: `${base}/`, permission: read, handler: (request) => listResource(deps, counter, definition, request) },
    { method: 'GET', path: `${base}/_info`, permission: read, handler: (request) => describeResource(deps, definition, request) },
    { method: 'GET', path: `${base}/related/:column`, permission: read, handler: (request) => relatedValues(deps, definition, request) },
    { method: 'GET', path: `${base}/distinct/:column`, permission: read, handler: (request) => distinctValues(deps, definition, request) },
    { method: 'GET', path: `${base}/:pk`, permission: read, handler: (request) => showResource(deps, definition, request) },
  ];
  if (definition.create || definition.remove) {
    generic.push({ method: 'DELETE', path: `${base}/:pk`, permission: write, handler: (request) => deleteFromResource(deps, definition, request) });
    generic.push({ method: 'DELETE', path: `${base}/`, permission: write, handler: (request) => bulkDeleteFromResource(deps, definition, request) });
  }
  if (definition.create) generic.push({ method: 'POST', path: `${base}/`, permission: write, body: definition.create.body, handler: (request) => createInResource(deps, definition, request) });
  if (definition.update) generic.push({ method: 'PUT', path: `${base}/:pk`, permission: write, body: definition.update.body, handler: (request) => updateInResource(deps, definition, request) });
  if (definition.favourites) {
    generic.push({ method: 'GET', path: `${base}/favorite_status/`, permission: read, handler: (request) => favouriteStatus(deps, definition, request) });
    for (const method of ['POST', 'DELETE'] as const) {
      generic.push({ method, path: `${base}/:pk/favorites/`, permission: read, handler: (request) => setFavourite(deps, definition, request) });
    }
  }
  // A resource's own route replaces the generic one at the same place.
  const taken = new Set(own.map((one) => `${one.method} ${shape(one.path)}`));
  return [...own, ...generic.filter((one) => !taken.has(`${one.method} ${shape(one.path)}`))];
}

function shape(path: string): string {
  return path.replace(/\/$/, '').replace(/:[^/]+/g, ':');
}

function check(definition: ResourceDefinition): void {
  const fail = (what: string): never => {
    throw new Error(`Resource ${definition.name}: ${what}`);
  };
  const shown = definition.show ? [] : definition.showColumns;
  for (const column of [...definition.listColumns, ...(definition.extraListColumns ?? []), ...shown]) {
    if (!fieldOf(definition, column)) fail(`the column ${column} has no field`);
  }
  for (const column of definition.searchColumns) {
    if (!fieldOf(definition, column) && !definition.operators?.[column]) fail(`the search column ${column} has no field`);
  }
}
