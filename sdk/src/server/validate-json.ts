import type { OutputUnit, Schema } from '@cfworker/json-schema';
import { Validator } from '@cfworker/json-schema';
import type { JsonSchema } from '@orrery/sdk';

const validators = new WeakMap<JsonSchema, Validator>();

/** Keywords that only repeat what a deeper error says. */
const WRAPPERS = new Set(['properties', 'items', 'prefixItems', 'allOf', 'additionalProperties', '$ref', 'patternProperties']);

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: 'Not a valid string.',
  integer: 'Not a valid integer.',
  number: 'Not a valid number.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  object: 'Not a valid mapping type.',
};

/** All problems of a value by field (`a.b`, `_schema` for the whole), worded as the contract does (§0.4 flat); undefined when it fits. @public */
export function validateJson(schema: JsonSchema, value: unknown): Record<string, string[]> | undefined {
  let validator = validators.get(schema);
  if (!validator) validators.set(schema, (validator = new Validator(schema as Schema, '2020-12', false)));
  const result = resultOf(validator, value);
  if (result === undefined) return { _schema: ['A key is not valid Unicode text.'] };
  if (result.valid) return undefined;
  // No plain object: a field of the body may be called like something every object has.
  const problems = new Map<string, string[]>();
  for (const error of result.errors.filter((unit) => !WRAPPERS.has(unit.keyword))) {
    const [field, text] = describe(error);
    const texts = problems.get(field) ?? [];
    if (!texts.includes(text)) problems.set(field, [...texts, text]);
  }
  return Object.fromEntries(problems);
}

/** Undefined when the value has a key with half a character, which the validator cannot write into the path of an error. */
function resultOf(validator: Validator, value: unknown): ReturnType<Validator['validate']> | undefined {
  try {
    return validator.validate(value);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function describe({ keyword, instanceLocation, error }: OutputUnit): [field: string, text: string] {
  const path = instanceLocation.split('/').slice(1).map((part) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~'));
  const field = path.join('.') || '_schema';
  const quoted = [...error.matchAll(/"([^"]*)"/g)].map((match) => match[1] as string);
  switch (keyword) {
    case 'false':
      return [field, 'Unknown field.'];
    case 'required':
      return [[...path, quoted[0]].join('.'), 'Missing data for required field.'];
    case 'type': {
      const expected = quoted.slice(1).filter((type) => type !== 'null');
      if (quoted[0] === 'null') return [field, 'Field may not be null.'];
      return [field, (expected.length === 1 && TYPE_TEXTS[expected[0] as string]) || `Must be ${expected.join(' or ')}.`];
    }
    case 'minLength':
      return [field, `Shorter than minimum length ${/< (\d+)/.exec(error)?.[1] ?? '1'}.`];
    case 'maxLength':
      return [field, `Longer than maximum length ${/> (\d+)/.exec(error)?.[1] ?? ''}.`];
    case 'minimum':
      return [field, `Must be greater than or equal to ${/than (.*?)\.?$/.exec(error)?.[1] ?? ''}.`];
    case 'maximum':
      return [field, `Must be less than or equal to ${/than (.*?)\.?$/.exec(error)?.[1] ?? ''}.`];
    case 'enum':
      return [field, `Must be one of: ${quoted.join(', ')}.`];
    default:
      return [field, error];
  }
}
