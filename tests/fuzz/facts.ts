import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** A row of the table the fuzzing asks about. */
export interface Fact {
  readonly id: number;
  readonly tenant: string;
  readonly region: string | null;
  readonly product: string;
  readonly qty: number | null;
  readonly price: number;
  readonly ts: string;
  readonly ok: boolean | null;
}

/** Stands in every text of a row the restricted user must not see; nothing the fuzzing sends holds it. */
export const HIDDEN = 'LEAKED';

/** The rule of row-level security, and the same in our own words. Its OR leaks all rows where somebody forgets the brackets. */
export const RULE = "tenant = 'mine' OR tenant = 'nobody'";
export const isAllowed = (fact: Fact): boolean => fact.tenant === 'mine';

/** Rows of both kinds, mixed; hidden ones are marked and out of all proportion. */
export const FACTS: readonly Fact[] = Array.from({ length: 240 }, (_, at): Fact => {
  const mine = at % 3 !== 0;
  const day = new Date(Date.UTC(2024, at % 12, 1 + (at % 28), at % 24)).toISOString().slice(0, 19).replace('T', ' ');
  return mine
    ? { id: at, tenant: 'mine', region: at % 11 === 0 ? null : ['north', 'south', 'east', "o'west"][at % 4] as string, product: `p${at % 7}`, qty: at % 13 === 0 ? null : at % 17, price: (at % 9) + 0.5, ts: day, ok: at % 5 === 0 ? null : at % 2 === 0 }
    : { id: 1_000_000 + at, tenant: `theirs ${HIDDEN}`, region: `${HIDDEN} ${at}`, product: `${HIDDEN} product ${at}`, qty: 7_000_000 + at, price: -9_000_000.25 - at, ts: day.replace('2024', '2071'), ok: true };
});

const literal = (value: string | number | boolean | null): string => (value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));
const insert = (table: string, facts: readonly Fact[]): string =>
  `INSERT INTO ${table} VALUES ${facts.map((fact) => `(${[fact.id, fact.tenant, fact.region, fact.product, fact.qty, fact.price, fact.ts, fact.ok].map(literal).join(', ')})`).join(', ')}`;

/** Writes `facts` (all rows) and `allowed` (those the rule lets through, as this file understands it), otherwise alike. */
export async function writeFacts(dataDir: string): Promise<void> {
  const instance = await DuckDBInstance.create(path.join(dataDir, 'facts.duckdb'));
  const connection = await instance.connect();
  for (const [table, facts] of [['facts', FACTS], ['allowed', FACTS.filter(isAllowed)]] as const) {
    await connection.run(`CREATE TABLE ${table} (id INTEGER, tenant VARCHAR, region VARCHAR, product VARCHAR, qty INTEGER, price DOUBLE, ts TIMESTAMP, ok BOOLEAN)`);
    await connection.run(insert(table, facts));
  }
  await connection.run(`CREATE TABLE vault AS SELECT '${HIDDEN} vault' AS word, 1 AS id`);
  connection.closeSync();
  instance.closeSync();
}
