import type { JsonObject, JsonSchema } from '@orrery/sdk';
import { sip40 } from '@orrery/sdk/server';

/** Problems by field, nested as the body is. */
interface Messages {
  [field: string]: readonly string[] | Messages;
}

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: 'Not a valid string.',
  integer: 'Not a valid integer.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  object: 'Not a valid mapping type.',
};

/** `%` with a letter dates cannot be written and read with. */
const UNKNOWN_DIRECTIVE = /%(?![aAwdbBmyYHIpMSfzZjUWcxXGuV%])/;

/** Whether dates of this format can be written and read back (contract §1.3). */
export function isDateFormat(format: string): boolean {
  return format === 'epoch_s' || format === 'epoch_ms' || !UNKNOWN_DIRECTIVE.test(format.replaceAll('%%', ''));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function problemsOf(schema: JsonSchema, value: unknown): readonly string[] | Messages | undefined {
  const wanted = schema['type'] as string | readonly string[] | undefined;
  const types = wanted === undefined ? [] : [wanted].flat();
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type)) return [type === 'null' ? 'Field may not be null.' : (TYPE_TEXTS[types[0] as string] ?? 'Invalid value.')];
  if (typeof value === 'string') {
    const least = Number(schema['minLength'] ?? 0);
    const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY);
    if (value.length < least || value.length > most) return [Number.isFinite(most) && least > 0 ? `Length must be between ${least} and ${most}.` : value.length < least ? `Shorter than minimum length ${least}.` : `Longer than maximum length ${most}.`];
    if (schema['format'] === 'date-format' && value !== '' && !isDateFormat(value)) return ['Invalid date/timestamp format'];
    if (schema['enum'] && !(schema['enum'] as readonly unknown[]).includes(value)) return [`Must be one of: ${(schema['enum'] as readonly string[]).join(', ')}.`];
  }
  const nested: Messages = {};
  if (Array.isArray(value) && schema['items']) {
    value.forEach((item, at) => {
      const found = problemsOf(schema['items'] as JsonSchema, item);
      if (found) nested[String(at)] = found;
    });
  } else if (type === 'object' && schema['properties']) {
    const object = value as JsonObject;
    const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
    for (const name of (schema['required'] ?? []) as readonly string[]) if (object[name] === undefined) nested[name] = ['Missing data for required field.'];
    for (const [name, item] of Object.entries(object)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const found = property ? problemsOf(property, item) : schema['additionalProperties'] === false ? ['Unknown field.'] : undefined;
      if (found) nested[name] = found;
    }
  }
  return Object.keys(nested).length > 0 ? nested : undefined;
}

/** Refuses a body that does not fit with the contract's 422 MARSHMALLOW_ERROR (contract §0.4, §1.3). */
export function checkBody(schema: JsonSchema, payload: unknown): void {
  const messages = problemsOf(schema, payload);
  if (!messages) return;
  throw sip40(422, 'MARSHMALLOW_ERROR', 'The schema of the submitted payload is invalid.', {
    level: 'error',
    extra: { messages, payload },
    issueCodes: [{ code: 1040, message: 'Issue 1040 - The submitted payload failed validation.' }],
  });
}
