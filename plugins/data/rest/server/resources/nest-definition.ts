import { sql } from 'kysely';
import type { HttpRequest, ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import type { ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { findRow } from './find-row.ts';
import { allOf } from './read-rows.ts';

/** A nested resource as seen below one row of its parent: only that row's children exist. 404 when the parent is absent or hidden. */
export async function nestDefinition(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Promise<ResourceDefinition> {
  if (!definition.parent) return definition;
  const { name, column } = definition.parent;
  const owner = deps.resourceNamed(name);
  if (!owner) throw new Error(`Resource ${definition.name}: there is no resource ${name}`);
  const parent = await findRow(owner, request.params['parent'] ?? '', createResourceContext(deps, request));
  return within(definition, column, parent);
}

function within(definition: ResourceDefinition, column: string, parent: StoredRow): ResourceDefinition {
  const { create } = definition;
  const id = parent['id'] as number;
  return {
    ...definition,
    visible: (context) => allOf([sql`${sql.ref(`t.${column}`)} = ${id}`, definition.visible?.(context)]),
    ...(create
      ? {
          create: {
            ...create,
            async plan(input, context) {
              const plan = await create.plan(input, { ...context, parent });
              return { ...plan, values: { ...plan.values, [column]: id } };
            },
          },
        }
      : {}),
  };
}
