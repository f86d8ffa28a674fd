import type { JsonSchema } from '@orrery/sdk';
import type { HttpRequest, ResourceDefinition } from '@orrery/sdk/server';
import type { ResourceDeps } from './resource-deps.ts';
import { OPERATOR_NAMES, operatorsOf } from './filter-conditions.ts';
import { texts, toRecord } from './parse-list-query.ts';

/** `changed_by.first_name` → `Changed By First Name`. */
export function labelOf(column: string): string {
  return column.split(/[._]/).filter((word) => word !== '').map(capitalise).join(' ');
}

/** English heading, e.g. `List Charts`. */
export function titleOf(verb: string, noun: string): string {
  return `${verb} ${noun.split(' ').map(capitalise).join(' ')}`;
}

/** Metadata blocks of an answer, cut to the asked `keys`. */
export function onlyKeys(blocks: Readonly<Record<string, unknown>>, keys: readonly string[] | undefined): Readonly<Record<string, unknown>> {
  return keys ? Object.fromEntries(Object.entries(blocks).filter(([name]) => keys.includes(name))) : blocks;
}

/** Answer of `_info` (contract §2.6). */
export function describeResource(deps: ResourceDeps, definition: ResourceDefinition, request: HttpRequest): Readonly<Record<string, unknown>> {
  const { create, update, remove, routes = [] } = definition;
  const isWritten = create !== undefined || update !== undefined || remove !== undefined || routes.some(({ method, permission }) => method !== 'GET' && permission?.[0] === 'can_write' && permission[1] === definition.view);
  const actions = [...new Set(['can_read', ...(isWritten ? ['can_write'] : []), ...(definition.permissions ?? [])])];
  // A resource may take these over with routes of its own.
  const bodyOf = (method: string, path: RegExp): JsonSchema | undefined => routes.find((route) => route.method === method && path.test(route.path))?.body;
  const blocks = {
    permissions: actions.filter((action) => deps.permissions.can(request.user, action, definition.view)),
    add_columns: columnsOf(create?.body ?? bodyOf('POST', /^\/?$/)),
    edit_columns: columnsOf(update?.body ?? bodyOf('PUT', /^\/:\w+$/)),
    filters: Object.fromEntries(
      definition.searchColumns.map((name) => [name, operatorsOf(definition, name).map((operator) => ({ name: OPERATOR_NAMES[operator] ?? labelOf(operator), operator }))]),
    ),
    add_title: titleOf('Add', definition.noun[0]),
    edit_title: titleOf('Edit', definition.noun[0]),
  };
  return onlyKeys(blocks, texts(toRecord(request.q), 'keys'));
}

function columnsOf(body: JsonSchema | undefined): readonly unknown[] {
  const properties = (body?.['properties'] ?? {}) as Record<string, { type?: string | readonly string[]; description?: string }>;
  const required = (body?.['required'] ?? []) as readonly string[];
  return Object.entries(properties).map(([name, { type, description }]) => ({
    name,
    label: labelOf(name),
    description: description ?? '',
    required: required.includes(name),
    type: labelOf(String((Array.isArray(type) ? type[0] : type) ?? 'raw')),
    unique: false,
  }));
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
