import { GenericType } from '@orrery/sdk';

const NUMERIC = /^(u?(tiny|small|medium|big|huge)?int(eger)?\d*|u?bigint|serial|bigserial|float\d*|double( precision)?|real|decimal|numeric|number|money)\b/i;
const TEMPORAL = /^(date\d*|datetime\d*|timestamp|timestamptz)\b|^timestamp[_ ]/i;
const BOOLEAN = /^bool(ean)?\b/i;
/** What ClickHouse writes around a type: `LowCardinality(Nullable(String))`. */
const WRAPPERS = /^(?:(?:Nullable|LowCardinality)\()+/;

/** Generic type of an engine's type name (census GEN-04); a column marked temporal is temporal whatever its type. */
export function genericType(type: string | null, isTemporal: boolean): GenericType {
  if (isTemporal) return GenericType.Temporal;
  const name = (type ?? '').trim().replace(WRAPPERS, '');
  if (name.endsWith('[]')) return GenericType.String;
  if (BOOLEAN.test(name)) return GenericType.Boolean;
  if (TEMPORAL.test(name)) return GenericType.Temporal;
  if (NUMERIC.test(name)) return GenericType.Numeric;
  return GenericType.String;
}
