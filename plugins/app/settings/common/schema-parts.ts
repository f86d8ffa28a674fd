import type { JsonObject, JsonSchema } from '@orrery/sdk';
import { withValueAt } from './value-at.ts';

const objectOf = (value: unknown): JsonObject => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {});

/** Properties of an object's schema. Pure. */
export function propertiesOf(schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  return Object.entries(objectOf((schema as JsonObject)['properties'])).map(([name, property]) => [name, objectOf(property)]);
}

/**
 * Paths of secrets: properties with `writeOnly`. Where it stands deeper than properties of objects go, for one in the items
 * of a list, the whole property is a secret, so that nothing of it gets out. Pure.
 */
export function secretPaths(schema: JsonSchema, under = ''): readonly string[] {
  return propertiesOf(schema).flatMap(([name, property]) => {
    const path = under + name;
    if (property['writeOnly'] === true) return [path];
    if (propertiesOf(property).length > 0) return secretPaths(property, `${path}.`);
    return JSON.stringify(property).includes('"writeOnly":true') ? [path] : [];
  });
}

/** Names of the properties visitors may know before they sign in. Pure. */
export function publicNames(schema: JsonSchema): readonly string[] {
  return propertiesOf(schema).flatMap(([name, property]) => (property['x-public'] === true ? [name] : []));
}

/** The defaults a schema gives, without those of secrets. Pure. */
export function defaultsOf(schema: JsonSchema): JsonObject {
  const read = (part: JsonSchema): JsonObject =>
    Object.fromEntries(
      propertiesOf(part).flatMap(([name, property]) => {
        if (property['default'] !== undefined) return [[name, property['default']]];
        const inner = read(property);
        return Object.keys(inner).length > 0 ? [[name, inner]] : [];
      }),
    );
  return secretPaths(schema).reduce((values, path) => withValueAt(values, path, undefined), read(schema));
}

/** Values and titles of a choice: `enum`, or `oneOf` with `const` and `title`. Undefined for anything else. Pure. */
export function choicesOf(property: JsonSchema): readonly { readonly value: unknown; readonly title: string }[] | undefined {
  const { enum: values, oneOf } = property as { readonly enum?: unknown; readonly oneOf?: unknown };
  if (Array.isArray(values)) return values.map((value: unknown) => ({ value, title: String(value) }));
  if (!Array.isArray(oneOf)) return undefined;
  const options = oneOf.map(objectOf);
  return options.every((option) => 'const' in option) ? options.map((option) => ({ value: option['const'], title: String(option['title'] ?? option['const']) })) : undefined;
}
