/** A row of `sales`: ts, created, region, product, qty, price, ok, ep, d. */
export type SalesRow = readonly (string | number | null)[];

export const SALES_COLUMNS = 'ts DATETIME, created DATETIME, region VARCHAR(20), product TEXT, qty INTEGER, price FLOAT, ok BOOLEAN, ep BIGINT, d DATE';

const REGIONS = ['a', 'b', 'c', 'A', 'ab', 'o\'neil', '', ' a', 'ü', '東', null, 'z', '%', 'a_b'];
const PRODUCTS = ['p', 'q', 'P', 'p, q', null, 'ñandú', '100%', 'r'];
const DAYS = ['2023-12-31', '2024-01-01', '2024-01-02', '2024-01-31', '2024-02-01', '2024-02-29', '2024-12-31', '2025-01-01', '2025-03-14', '2025-03-15', '2025-03-16', '1969-12-31', '1970-01-01'];
const CLOCKS = ['00:00:00', '23:59:59', '10:20:30', '12:00:00', '00:00:01'];

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

type Scalar = string | number | boolean | null;

function scalars(value: unknown): readonly Scalar[] {
  if (Array.isArray(value)) return value.flatMap(scalars);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalars);
  return [(value ?? null) as Scalar];
}

/** Values on both sides of a boundary the query draws, so that a wrong operator selects other rows. */
function around(value: Scalar): readonly (string | number | null)[] {
  if (value === null || typeof value === 'boolean') return [];
  const number = Number(value);
  if (typeof value === 'number' || (value.trim() !== '' && !Number.isNaN(number))) return [number - 1, number - 0.5, number, number + 0.5, number + 1];
  return [value, value.trim(), value.toUpperCase(), value.toLowerCase(), `${value}x`, `x${value}`, value.replaceAll('%', ''), value.replaceAll('%', 'y')];
}

const instants = (text: string): readonly string[] => (text.match(/\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?/g) ?? []).flatMap((found) => {
  const ms = Date.parse(found.length === 10 ? `${found}T00:00:00Z` : `${found.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? [] : [-86_400_000, -1000, 0, 1000, 86_400_000].map((step) => new Date(ms + step).toISOString().slice(0, 19).replace('T', ' '));
});

/** Varied rows – NULLs, other scripts, edges of days – and such as the query itself tells apart. */
export function salesRows(query: unknown): readonly SalesRow[] {
  const next = numbers(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * next() * values.length)]!;
  const time = (): string | null => (next() < 0.03 ? null : `${pick(DAYS)} ${pick(CLOCKS)}`);
  const row = (over: { readonly ts?: string; readonly region?: string; readonly number?: number } = {}): SalesRow => {
    const ts = over.ts ?? time();
    const created = over.ts ?? time();
    return [
      ts, created, over.region ?? pick(REGIONS), over.region ?? pick(PRODUCTS), over.number ?? (next() < 0.05 ? null : Math.floor(next() * 40) - 5), over.number ?? (next() < 0.05 ? null : Math.round(next() * 1e6) / 1e4),
      next() < 0.1 ? null : next() < 0.5 ? 1 : 0, ts === null ? null : (Date.parse(`${ts.replace(' ', 'T')}Z`) / 1000), ts === null ? null : ts.slice(0, 10),
    ];
  };
  const rows: SalesRow[] = Array.from({ length: 600 }, () => row());
  for (const value of scalars(query)) {
    for (const near of around(value)) rows.push(typeof near === 'number' ? row({ number: near }) : row({ region: near ?? undefined }));
    for (const ts of typeof value === 'string' ? instants(value) : typeof value === 'number' && value > 1e11 && value < 8e15 ? instants(new Date(value).toISOString().slice(0, 19)) : []) rows.push(row({ ts }));
  }
  return rows;
}
