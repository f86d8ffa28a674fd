import { GenericType } from '@orrery/sdk';

const NUMERIC = /^(?:U?Int\d+|B?Float\d+|Decimal\d*)\b/;
const TEMPORAL = /^(?:Date|Date32|DateTime|DateTime64)\b/;
const WRAPPED = /^(?:Nullable|LowCardinality)\((.*)\)$/s;
const AGGREGATED = /^SimpleAggregateFunction\(\w+, (.*)\)$/s;

/** A type without what only tells of NULL and storage. */
export function bareType(type: string): string {
  const inner = WRAPPED.exec(type)?.[1] ?? AGGREGATED.exec(type)?.[1];
  return inner === undefined ? type : bareType(inner);
}

/** What is neither number, time nor boolean is text. */
export function genericOf(type: string): GenericType {
  const bare = bareType(type);
  if (bare === 'Bool') return GenericType.Boolean;
  if (NUMERIC.test(bare)) return GenericType.Numeric;
  return TEMPORAL.test(bare) ? GenericType.Temporal : GenericType.String;
}
