import type { OutputUnit, Schema } from '@cfworker/json-schema';
import { Validator } from '@cfworker/json-schema';
import type { JsonObject, JsonSchema } from '@orrery/sdk';

const validators = new WeakMap<JsonSchema, Validator>();

/** Keywords that only repeat what a deeper error says. */
const WRAPPERS = new Set(['properties', 'items', 'anyOf', 'allOf']);

const TYPES: Readonly<Record<string, string>> = {
  string: 'Not a valid string.',
  integer: 'Not a valid integer.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  object: 'Not a valid mapping type.',
};

function textOf({ keyword, error }: OutputUnit): string {
  const quoted = [...error.matchAll(/"([^"]*)"/g)].map((match) => match[1] as string);
  if (keyword === 'type') {
    if (quoted[0] === 'null') return 'Field may not be null.';
    const expected = quoted.slice(1).filter((type) => type !== 'null');
    return TYPES[expected[0] ?? ''] ?? `Must be ${expected.join(' or ')}.`;
  }
  if (keyword === 'const') return `Must be equal to ${quoted.at(-1) ?? ''}.`;
  if (keyword === 'minLength') return 'Shorter than minimum length 1.';
  if (keyword === 'maxLength') return `Longer than maximum length ${/> (\d+)/.exec(error)?.[1] ?? ''}.`;
  if (keyword === 'format') return 'Not a valid UUID.';
  return error;
}

/** Problems of a file's content by field, as the contract words them; undefined when it fits. */
export function checkSchema(schema: JsonSchema, content: unknown): Record<string, readonly string[]> | undefined {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return { _schema: ['Invalid input type.'] };
  let validator = validators.get(schema);
  if (!validator) validators.set(schema, (validator = new Validator(schema as Schema, '2020-12', false)));
  const result = validator.validate(content);
  if (result.valid) return undefined;
  const problems: Record<string, string[]> = {};
  for (const unit of result.errors.filter(({ keyword }) => !WRAPPERS.has(keyword))) {
    const path = unit.instanceLocation.split('/').slice(1);
    const missing = unit.keyword === 'required' ? /"([^"]*)"/.exec(unit.error)?.[1] : undefined;
    const field = [...path, ...(missing === undefined ? [] : [missing])].join('.') || '_schema';
    const texts = (problems[field] ??= []);
    const text = missing === undefined ? textOf(unit) : 'Missing data for required field.';
    if (!texts.includes(text)) texts.push(text);
  }
  return problems;
}

/** The content without keys the schema does not name, and those keys. */
export function splitUnknown(schema: JsonSchema, content: JsonObject): { readonly known: JsonObject; readonly unknown: readonly string[] } {
  const names = (schema['properties'] ?? {}) as JsonObject;
  const unknown = Object.keys(content).filter((key) => !Object.hasOwn(names, key));
  return { known: Object.fromEntries(Object.entries(content).filter(([key]) => Object.hasOwn(names, key))), unknown };
}
