import { GenericType } from '@orrery/sdk';

/** Base types by their object id, as the server's catalog numbers them since ever. */
const NAMES: Readonly<Record<number, string>> = {
  16: 'BOOLEAN', 17: 'BYTEA', 18: 'CHAR', 19: 'NAME', 20: 'BIGINT', 21: 'SMALLINT', 23: 'INTEGER', 25: 'TEXT', 26: 'OID', 114: 'JSON', 142: 'XML', 600: 'POINT', 650: 'CIDR',
  700: 'REAL', 701: 'DOUBLE PRECISION', 790: 'MONEY', 829: 'MACADDR', 869: 'INET', 1000: 'BOOLEAN[]', 1005: 'SMALLINT[]', 1007: 'INTEGER[]', 1009: 'TEXT[]', 1015: 'VARCHAR[]',
  1016: 'BIGINT[]', 1021: 'REAL[]', 1022: 'DOUBLE PRECISION[]', 1042: 'CHAR', 1043: 'VARCHAR', 1082: 'DATE', 1083: 'TIME', 1114: 'TIMESTAMP', 1184: 'TIMESTAMP WITH TIME ZONE',
  1186: 'INTERVAL', 1231: 'NUMERIC[]', 1266: 'TIME WITH TIME ZONE', 1560: 'BIT', 1562: 'BIT VARYING', 1700: 'NUMERIC', 2950: 'UUID', 3802: 'JSONB',
};

export const OID = { boolean: 16, bytea: 17, date: 1082, timestamp: 1114, timestamptz: 1184 } as const;

/** Floating point numbers. */
export const FLOATS: ReadonlySet<number> = new Set([700, 701]);

const NUMERIC: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);
const TEMPORAL: ReadonlySet<number> = new Set([OID.date, OID.timestamp, OID.timestamptz]);

/** Name of a result column's type; types of extensions and enumerations have no number everybody knows. */
export function typeName(oid: number): string {
  return NAMES[oid] ?? 'USER-DEFINED';
}

/** What is neither number, time nor boolean is text. */
export function genericOf(oid: number): GenericType {
  if (NUMERIC.has(oid)) return GenericType.Numeric;
  if (TEMPORAL.has(oid)) return GenericType.Temporal;
  return oid === OID.boolean ? GenericType.Boolean : GenericType.String;
}

/** The server's spelling of a declared type as people write it: `character varying(20)` → `VARCHAR(20)`. */
export function shortTypeName(formatted: string): string {
  return formatted
    .replace(/^character varying/, 'varchar')
    .replace(/^character(?=\(|$)/, 'char')
    .replace(/^(time(?:stamp)?)(\(\d+\))? without time zone/, '$1$2')
    .toUpperCase();
}
