import { GenericType } from '@orrery/sdk';
import { numberCell } from '@orrery/sdk/server';
import type { TrinoColumn, TypeSignature } from './column-types.ts';
import { genericOf } from './column-types.ts';
import { parseInstant } from './zoned-instant.ts';

/** A value as results carry it. */
export type Cell = string | number | boolean | null;

interface NamedType {
  readonly fieldName?: { readonly name?: string } | null;
  readonly typeSignature?: TypeSignature | string;
}

const FLOAT = /^(?:real|double)\b/i;

const signatureOf = (value: unknown): TypeSignature => (typeof value === 'object' && value !== null && 'rawType' in value ? (value as TypeSignature) : { rawType: '' });

/** Arrays, maps and rows as plain JSON; rows get the names of their fields. */
function nested(value: unknown, { rawType, arguments: parts = [] }: TypeSignature): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (rawType === 'array' && Array.isArray(value)) return value.map((item) => nested(item, signatureOf(parts[0]?.value)));
  if (rawType === 'map') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nested(item, signatureOf(parts[1]?.value))]));
  if (rawType !== 'row' || !Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map((item: unknown, at) => {
      const field = (parts[at]?.value ?? {}) as NamedType;
      return [field.fieldName?.name ?? `field${at}`, nested(item, signatureOf(field.typeSignature))];
    }),
  );
}

/** How the protocol's values of a column become cells. */
export function converterOf({ type, typeSignature }: TrinoColumn): (value: unknown) => Cell {
  const generic = genericOf(type);
  const signature = typeSignature ?? { rawType: '' };
  const convert = (value: unknown): Cell => {
    if (generic === GenericType.Numeric) return typeof value === 'number' || FLOAT.test(type) ? Number(value) : numberCell(String(value));
    if (generic === GenericType.Temporal) return parseInstant(String(value));
    if (generic === GenericType.Boolean) return value === true || value === 'true';
    if (typeof value === 'string') return type === 'varbinary' ? Buffer.from(value, 'base64').toString('utf8') : value;
    return JSON.stringify(nested(value, signature));
  };
  return (value) => (value === null || value === undefined ? null : convert(value));
}
