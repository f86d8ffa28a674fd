import type { FieldKind, ResourceDefinition } from '@orrery/sdk/server';
import type { OpenApiSchema } from './openapi-types.ts';

const KINDS: Readonly<Record<FieldKind, OpenApiSchema>> = {
  text: { type: 'string', nullable: true },
  integer: { type: 'integer', nullable: true },
  number: { type: 'number', nullable: true },
  boolean: { type: 'boolean', nullable: true },
  datetime: { type: 'string', nullable: true, description: 'ISO 8601 without zone' },
  uuid: { type: 'string', format: 'uuid', nullable: true },
  'json-text': { type: 'string', nullable: true, description: 'JSON in a text' },
};

/** A row of a resource with the columns named; `owners.id` becomes objects in an array. */
export function rowSchema(definition: ResourceDefinition, columns: readonly string[]): OpenApiSchema {
  const properties: Record<string, OpenApiSchema> = {};
  for (const column of columns) {
    const name = column.split('.')[0] as string;
    properties[name] ??= fieldSchema(definition, name, columns);
  }
  return { type: 'object', properties };
}

function fieldSchema(definition: ResourceDefinition, name: string, columns: readonly string[]): OpenApiSchema {
  const field = definition.fields[name];
  if (!field) return {};
  if ('kind' in field) return KINDS[field.kind];
  if (!('relation' in field)) return {};
  const dotted = columns.filter((column) => column.startsWith(`${name}.`)).map((column) => column.slice(name.length + 1));
  const named = dotted.length > 0 && !columns.includes(name) ? dotted : Object.keys(field.columns);
  const related: OpenApiSchema = { type: 'object', properties: Object.fromEntries(named.map((one) => [one, field.kinds?.[one] ? KINDS[field.kinds[one]] : {}])) };
  return field.relation === 'many' ? { type: 'array', items: related } : { ...related, nullable: true };
}
