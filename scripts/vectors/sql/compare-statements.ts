import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BuiltSql } from '../../../plugins/data/query/server/sql/build-sql.ts';
import type { QueryInput } from './sales.ts';
import { flat } from './sales.ts';
import type { Rows, SalesDatabase } from './sales-database.ts';
import { openSales } from './sales-database.ts';
import { isSameTree } from './sql-tree.ts';

const LIMIT = /\sLIMIT (\d+)(?: OFFSET (\d+))?$/i;

/** Which rows of many are kept is a free choice without an order: the limit is compared as such, the rest by its rows. */
function unlimited(sql: string): { readonly sql: string; readonly limit: readonly [string, string] | null } {
  const found = LIMIT.exec(sql);
  return found ? { sql: sql.slice(0, found.index), limit: [found[1]!, found[2] ?? '0'] } : { sql, limit: null };
}

const rounded = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);

/** Rows as objects, so that the order of columns does not matter. */
const records = ({ names, rows }: Rows): Record<string, unknown>[] => rows.map((row) => Object.fromEntries(names.map((name, at) => [name, rounded(row[at])])));
const asSet = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row, Object.keys(row as object).toSorted())).toSorted();

/** Labels of the orderings that can be seen in the result, up to the first that cannot. */
function visibleOrder(input: QueryInput, names: readonly string[]): readonly string[] {
  const labels = (Array.isArray(input['orderby']) ? (input['orderby'] as readonly (readonly unknown[])[]) : []).map(([by]) => (typeof by === 'string' ? by : String((by as { label?: unknown }).label)));
  const end = labels.findIndex((label) => !names.includes(label));
  return end < 0 ? labels : labels.slice(0, end);
}

/** What differs between the rows of two statements; undefined when nothing does. */
function difference(database: SalesDatabase, ours: string, theirs: string, renames: ReadonlyMap<string, string>, input: QueryInput): string | undefined {
  const [a, b] = [unlimited(ours), unlimited(theirs)];
  if (!isDeepStrictEqual(a.limit, b.limit)) return 'the limits differ';
  const read = (sql: string): Rows => {
    const { names, rows } = database.run(sql);
    return { names: names.map((name) => renames.get(name) ?? name), rows };
  };
  const [left, right] = [read(a.sql), read(b.sql)];
  if (!isDeepStrictEqual(left.names.toSorted(), right.names.toSorted())) return `the columns differ: ${left.names.join(', ')} and ${right.names.join(', ')}`;
  const [mine, wanted] = [records(left), records(right)];
  if (!isDeepStrictEqual(asSet(mine), asSet(wanted))) return `the rows differ: ${mine.length} and ${wanted.length}`;
  const order = visibleOrder(input, left.names);
  const keys = (rows: readonly Record<string, unknown>[]): unknown => rows.map((row) => order.map((label) => row[label]));
  return isDeepStrictEqual(keys(mine), keys(wanted)) ? undefined : 'the orders differ';
}

/** Compares a built statement with the reference's by syntax tree, then – where the engine is at hand – by the rows both answer. Undefined when they mean the same. */
export async function compareStatements(built: BuiltSql, expected: string, engine: string, input: QueryInput): Promise<string | undefined> {
  // Labels an engine cannot keep are hashed inside the statement; both sides are read with the labels asked for.
  const renames = new Map([...built.labels, ...built.labels.map((label) => `${label}__`)].map((label) => [createHash('md5').update(label).digest('hex'), label]));
  const [ours, theirs] = [flat(built.sql), flat(expected)];
  if (isSameTree(ours, theirs, engine, renames)) return undefined;
  if (engine !== 'sqlite') return 'the syntax trees differ';
  const database = await openSales(input);
  try {
    return difference(database, ours, theirs, renames, input);
  } finally {
    database.close();
  }
}
