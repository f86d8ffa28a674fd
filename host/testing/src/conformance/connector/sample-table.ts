import type { SqlDialect } from '@orrery/sdk/server';

/** Engine types of the sample table's columns. */
export interface SampleTypes {
  readonly text: string;
  readonly integer: string;
  readonly bigint: string;
  readonly decimal: string;
  readonly double: string;
  readonly boolean: string;
  readonly date: string;
  readonly timestamp: string;
  /** An instant, wherever the session is. */
  readonly instant: string;
}

/** Types as the SQL standard and most engines spell them. */
export const STANDARD_TYPES: SampleTypes = {
  text: 'VARCHAR(100)', integer: 'INTEGER', bigint: 'BIGINT', decimal: 'DECIMAL(12, 2)', double: 'DOUBLE PRECISION', boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', instant: 'TIMESTAMP WITH TIME ZONE',
};

/** Name of a column that every engine must quote. */
export const ODD_COLUMN = 'Odd "näme\' `x`';

/** One row; `ts`, `d` and `tz` are epoch ms. */
export interface SampleRow {
  readonly id: number;
  readonly ts: number;
  readonly tz: number;
  readonly d: number;
  readonly region: string | null;
  readonly qty: number | null;
  readonly price: number;
  readonly amount: number;
  readonly ok: boolean | null;
  readonly big: string;
  /** Epoch seconds. */
  readonly ep: number;
  readonly odd: string;
}

const DAY_MS = 86_400_000;
const STEP_MS = 7 * 3_600_000 + 11 * 60_000 + 13_000;
const REGIONS = ['north', 'north', 'süd', "O'Brien", '50% \\ off', null, '', 'süd', 'süd', '東京 🗼', 'North'] as const;

/** The rows every engine is asked about. */
export const SAMPLE_ROWS: readonly SampleRow[] = Array.from({ length: 400 }, (_, id): SampleRow => {
  const ts = Date.UTC(2023, 10, 28, 3, 4, 5) + id * STEP_MS + (id % 2) * 250;
  return {
    id,
    ts,
    tz: ts,
    d: Math.floor(ts / DAY_MS) * DAY_MS,
    region: REGIONS[id % REGIONS.length] ?? null,
    qty: id % 7 === 0 ? null : id - 50,
    price: id / 4,
    amount: id + (id % 100) / 100,
    ok: id % 3 === 0 ? true : id % 3 === 1 ? false : null,
    big: id === 0 ? '9007199254740993' : String(id),
    ep: Math.floor(ts / 1000),
    odd: `v${id % 3}`,
  };
});

/** Engine types by column name, in the table's order. */
export function columnTypes(types: SampleTypes): Readonly<Record<string, string>> {
  return {
    id: types.integer, ts: types.timestamp, tz: types.instant, d: types.date, region: types.text, qty: types.integer, price: types.double, amount: types.decimal, ok: types.boolean, big: types.bigint, ep: types.bigint,
    [ODD_COLUMN]: types.text,
  };
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ');
}

/** Statements that make and fill the table. */
export function createStatements(dialect: SqlDialect, table: string, types: SampleTypes, suffix: string, nullable: (type: string) => string, written: (literal: string, type: string) => string = (text) => text): readonly string[] {
  const declared = Object.values(columnTypes(types));
  const { identifier, literal } = dialect;
  const columns = Object.entries(columnTypes(types)).map(([name, type]) => `${identifier(name)} ${['region', 'qty', 'ok'].includes(name) ? nullable(type) : type}`);
  const rows = SAMPLE_ROWS.map((row) => {
    const values = [literal(row.id), literal(clock(row.ts)), literal(clock(row.tz)), literal(clock(row.d).slice(0, 10)), literal(row.region), literal(row.qty), literal(row.price), row.amount.toFixed(2), literal(row.ok), row.big, literal(row.ep), literal(row.odd)];
    return `(${values.map((value, at) => written(value, declared[at] ?? '')).join(', ')})`;
  });
  return [`CREATE TABLE ${table} (${columns.join(', ')})${suffix}`, `INSERT INTO ${table} VALUES ${rows.join(',\n')}`];
}
