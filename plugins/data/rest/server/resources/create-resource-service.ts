import { DisposableStore, toDisposable } from '@orrery/sdk';
import type { ResourceContext, ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { ResourceExtension, ResourceService } from '../../contract.ts';
import { extendDefinition } from './extend-definition.ts';
import { MAX_ID, requireEditable } from './find-row.ts';
import { RowCounter } from './list-resource.ts';
import { allOf, readRows } from './read-rows.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { createResourceContext } from './resource-deps.ts';
import { resourceRoutes } from './resource-routes.ts';
import { fieldOf } from './select-columns.ts';

const IDS_AT_ONCE = 500;

/** Creates the service; the rooms are the plugin's own, the routes those of whoever registers a resource. */
export function createResourceService(rooms: Pick<ResourceDeps, 'metadata' | 'permissions'>): ResourceService {
  /** As registered, by name, and with what others add, made when first asked for. */
  const registered = new Map<string, ResourceDefinition>();
  const current = new Map<string, ResourceDefinition>();
  const nameByTable = new Map<string, string>();
  const extensions = new Map<string, readonly ResourceExtension[]>();
  const counter = new RowCounter(() => rooms.metadata.dataVersion());

  const resourceNamed = (name: string): ResourceDefinition | undefined => {
    const made = current.get(name);
    const own = registered.get(name);
    if (made || !own) return made;
    const extended = extendDefinition(own, extensions.get(name) ?? []);
    current.set(name, extended);
    return extended;
  };
  const deps: ResourceDeps = {
    ...rooms,
    resourceNamed,
    extensionsOf: (name) => extensions.get(name) ?? [],
    resourceOf: (table) => resourceNamed(nameByTable.get(table) ?? ''),
  };

  return {
    register(ctx, definition) {
      check(definition);
      const { name, table } = definition;
      if (registered.has(name)) throw new Error(`Resource ${name} is registered already`);
      const registrations = new DisposableStore();
      try {
        for (const one of resourceRoutes(deps, counter, definition)) registrations.add(ctx.route(one));
      } catch (error) {
        registrations.dispose();
        throw error;
      }
      registered.set(name, definition);
      nameByTable.set(table, name);
      registrations.add(toDisposable(() => {
        registered.delete(name);
        current.delete(name);
        nameByTable.delete(table);
      }));
      return ctx.subscriptions.add(registrations);
    },
    extend(ctx, name, extension) {
      const own = registered.get(name);
      if (own) check(extendDefinition(own, [extension]));
      extensions.set(name, [...(extensions.get(name) ?? []), extension]);
      current.delete(name);
      return ctx.subscriptions.add(toDisposable(() => {
        extensions.set(name, (extensions.get(name) ?? []).filter((other) => other !== extension));
        current.delete(name);
      }));
    },
    definitions: () => [...registered.keys()].flatMap((name) => resourceNamed(name) ?? []),
    async accessible(table, ids, action, caller) {
      const definition = deps.resourceOf(table);
      const wanted = [...new Set(ids)].filter((id) => Number.isInteger(id) && id > 0 && id <= MAX_ID);
      const allowed = new Set<number>();
      if (!definition) return allowed;
      const context = createResourceContext(deps, caller, caller.db);
      for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
        const some = wanted.slice(at, at + IDS_AT_ONCE);
        const rows = await readRows(context, definition, action === 'see' ? new Set(['id']) : '*', allOf([sql`t.id in (${sql.join(some)})`, definition.visible?.(context)]));
        for (const row of rows) if (action === 'see' || (await isEditable(definition, row, context))) allowed.add(row['id'] as number);
      }
      return allowed;
    },
  };
}

async function isEditable(definition: ResourceDefinition, row: StoredRow, context: ResourceContext): Promise<boolean> {
  try {
    await requireEditable(definition, [row], context);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
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
