import type { JsonObject, JsonSchema } from '@orrery/sdk';
import { choicesOf, propertiesOf } from '../../common/schema-parts.ts';

const known = new WeakMap<JsonSchema, JsonSchema>();

/** The schema values are checked with: names nobody declared are refused, and choices with titles say what is wrong in one sentence. */
export function strictSchema(schema: JsonSchema): JsonSchema {
  const strict = known.get(schema) ?? tighten(schema);
  known.set(schema, strict);
  return strict;
}

function tighten(schema: JsonSchema): JsonSchema {
  const properties = Object.fromEntries(
    propertiesOf(schema).map(([name, property]) => {
      if (propertiesOf(property).length > 0) return [name, tighten(property)];
      const choices = (property as JsonObject)['oneOf'] === undefined ? undefined : choicesOf(property);
      if (!choices) return [name, property];
      const { oneOf: _titles, ...rest } = property as JsonObject;
      return [name, { ...rest, enum: choices.map(({ value }) => value) }];
    }),
  );
  return { additionalProperties: false, ...(schema as JsonObject), type: 'object', properties } as JsonSchema;
}
