import { sql } from 'kysely';
import type { HttpRequest, ResourceContext, ResourceDefinition, RouteDefinition, StoredRow } from '@orrery/sdk/server';
import { readRows, shapeRows } from './read-rows.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { selectColumns } from './select-columns.ts';

/** A detail the resource made itself, with what other plugins show of the row. */
export async function extendResult(deps: ResourceDeps, definition: ResourceDefinition, row: StoredRow, result: unknown, context: ResourceContext): Promise<unknown> {
  const added = deps.extensionsOf(definition.name).flatMap((extension) => extension.showColumns ?? []);
  if (added.length === 0) return result;
  const [more] = await shapeRows(deps, context, definition, selectColumns(definition, added), [row]);
  return { ...(result as object), ...more };
}

/** The resource's own route for one object, with the same addition to its `result`. */
export function extendShowRoute(deps: ResourceDeps, definition: ResourceDefinition, route: RouteDefinition): RouteDefinition {
  async function handler(request: HttpRequest): Promise<unknown> {
    const answer = await route.handler(request);
    const { result } = (answer ?? {}) as { result?: { readonly id?: unknown } };
    const current = deps.resourceNamed(definition.name);
    if (!current || typeof result?.id !== 'number' || deps.extensionsOf(definition.name).length === 0) return answer;
    const context = createResourceContext(deps, request);
    const [row] = await readRows(context, current, '*', sql`t.id = ${result.id}`);
    return row ? { ...(answer as object), result: await extendResult(deps, current, row, result, context) } : answer;
  }
  return { ...route, handler };
}
