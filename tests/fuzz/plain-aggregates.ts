import { FACTS, isAllowed } from './facts.ts';
import type { Fact } from './facts.ts';
import type { Random } from './random.ts';

type Key = 'id' | 'qty' | 'price' | 'region' | 'product';
type Value = Fact[Key];

/** A query this file can answer itself, and its answer. */
export interface PlainCase {
  readonly query: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, number | null>>;
}

const AGGREGATES: Readonly<Record<string, (values: readonly Value[]) => number | null>> = {
  COUNT: (values) => values.length,
  COUNT_DISTINCT: (values) => new Set(values).size,
  SUM: (values) => (values.length === 0 ? null : numbers(values).reduce((sum, value) => sum + value, 0)),
  MIN: (values) => (values.length === 0 ? null : Math.min(...numbers(values))),
  MAX: (values) => (values.length === 0 ? null : Math.max(...numbers(values))),
  AVG: (values) => (values.length === 0 ? null : numbers(values).reduce((sum, value) => sum + value, 0) / values.length),
};
const numbers = (values: readonly Value[]): number[] => values.map(Number);

/** Aggregates over what the rule lets through and simple filters leave, computed from the rows themselves. */
export function plainCase(random: Random): PlainCase {
  const filters = random.some(0, 2, () => plainFilter(random));
  const left = FACTS.filter(isAllowed).filter((fact) => filters.every(({ holds }) => holds(fact)));
  const metrics = random.some(1, 4, () => {
    const aggregate = random.pick(Object.keys(AGGREGATES));
    const column: Key = aggregate.startsWith('COUNT') ? random.pick(['id', 'qty', 'price', 'region', 'product'] as const) : random.pick(['id', 'qty', 'price'] as const);
    return { aggregate, column, label: `${aggregate} ${column} ${random.int(0, 1e9)}` };
  });
  return {
    query: { columns: [], metrics: metrics.map(({ aggregate, column, label }) => ({ expressionType: 'SIMPLE', aggregate, column: { column_name: column }, label })), filters: filters.map(({ filter }) => filter) },
    expected: Object.fromEntries(metrics.map(({ aggregate, column, label }) => [label, (AGGREGATES[aggregate] as (values: readonly Value[]) => number | null)(left.map((fact) => fact[column]).filter((value) => value !== null))])),
  };
}

function plainFilter(random: Random): { readonly filter: object; readonly holds: (fact: Fact) => boolean } {
  const bound = random.int(-5, 2_000_000);
  const low = random.int(0, 20);
  switch (random.int(0, 6)) {
    case 0:
      return { filter: { col: 'id', op: '<', val: bound }, holds: ({ id }) => id < bound };
    case 1:
      return { filter: { col: 'qty', op: '>=', val: low }, holds: ({ qty }) => qty !== null && qty >= low };
    case 2:
      return { filter: { col: 'region', op: 'IN', val: ['north', "o'west"] }, holds: ({ region }) => region === 'north' || region === "o'west" };
    case 3:
      return { filter: { col: 'region', op: 'IS NULL' }, holds: ({ region }) => region === null };
    case 4:
      return { filter: { col: 'product', op: '!=', val: 'p1' }, holds: ({ product }) => product !== 'p1' };
    case 5:
      return { filter: { col: 'price', op: '<=', val: low / 2 }, holds: ({ price }) => price <= low / 2 };
    default:
      return { filter: { col: 'tenant', op: '!=', val: 'mine' }, holds: ({ tenant }) => tenant !== 'mine' };
  }
}
