import { GenericType } from '@orrery/sdk';

/** A type as the protocol describes it. */
export interface TypeSignature {
  readonly rawType: string;
  readonly arguments?: readonly { readonly kind?: string; readonly value?: unknown }[];
}

/** A column of a result. */
export interface TrinoColumn {
  readonly name: string;
  readonly type: string;
  readonly typeSignature?: TypeSignature;
}

const NUMERIC = /^(?:tinyint|smallint|integer|int|bigint|real|double|decimal|number)\b/i;
const TEMPORAL = /^(?:date|timestamp)\b/i;

/** What is neither number, time nor boolean is text. */
export function genericOf(type: string): GenericType {
  if (/^boolean$/i.test(type)) return GenericType.Boolean;
  if (NUMERIC.test(type)) return GenericType.Numeric;
  return TEMPORAL.test(type) ? GenericType.Temporal : GenericType.String;
}
