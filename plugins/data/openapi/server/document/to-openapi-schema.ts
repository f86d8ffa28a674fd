import type { JsonSchema } from '@orrery/sdk';
import type { OpenApiSchema } from './openapi-types.ts';

/** Keywords both dialects mean the same by. */
const SHARED = new Set([
  'description', 'title', 'default', 'enum', 'format', 'pattern', 'required', 'minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties',
]);
const MANY = ['oneOf', 'anyOf', 'allOf'] as const;
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON schema as OpenAPI 3.0 says it: `nullable` for the type null, no conditions, no references. What cannot be said is left open. */
export function toOpenApiSchema(schema: unknown): OpenApiSchema {
  if (!isRecord(schema)) return {};
  const all: JsonSchema = schema;
  const types = (Array.isArray(all['type']) ? all['type'] : all['type'] === undefined ? [] : [all['type']]).filter((type): type is string => typeof type === 'string');
  const plain = types.filter((type) => TYPES.has(type));
  const values = 'const' in all ? [all['const']] : all['enum'];
  const nullable = types.includes('null') || (types.length === 0 && Array.isArray(values) && values.includes(null));
  const shared: Record<string, unknown> = Object.fromEntries(Object.entries(all).filter(([name]) => SHARED.has(name)));
  if (Array.isArray(values)) shared['enum'] = values;
  for (const [name, limit] of [['exclusiveMinimum', 'minimum'], ['exclusiveMaximum', 'maximum']] as const) {
    if (typeof all[name] === 'number') Object.assign(shared, { [limit]: all[name], [name]: true });
  }
  if (Array.isArray(shared['required']) && shared['required'].length === 0) delete shared['required'];
  if (isRecord(all['properties'])) shared['properties'] = Object.fromEntries(Object.entries(all['properties']).map(([name, one]) => [name, toOpenApiSchema(one)]));
  if (typeof all['additionalProperties'] === 'boolean') shared['additionalProperties'] = all['additionalProperties'];
  else if (all['additionalProperties'] !== undefined) shared['additionalProperties'] = toOpenApiSchema(all['additionalProperties']);
  for (const name of MANY) if (Array.isArray(all[name])) shared[name] = all[name].map(toOpenApiSchema);
  if (plain.length === 1) shared['type'] = plain[0];
  if (plain.length > 1) shared['anyOf'] = plain.map((type) => ofType(type, all));
  // An array must say what it holds.
  if (plain.length === 1 && plain[0] === 'array') shared['items'] = toOpenApiSchema(all['items']);
  return nullable ? { ...shared, nullable: true } : shared;
}

function ofType(type: string, schema: JsonSchema): OpenApiSchema {
  return type === 'array' ? { type, items: toOpenApiSchema(schema['items']) } : { type };
}
