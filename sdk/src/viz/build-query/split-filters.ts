import type { AdhocFilter, FilterValue, QueryFilter } from '@orrery/sdk';

const UNARY: ReadonlySet<string> = new Set(['IS NULL', 'IS NOT NULL', 'IS TRUE', 'IS FALSE']);
const SETS: ReadonlySet<string> = new Set(['IN', 'NOT IN']);

/** True for operators that take no value. @public */
export function isUnaryOperator(operator: string | null | undefined): boolean {
  return operator !== null && operator !== undefined && UNARY.has(operator);
}

/** True for operators that take a list of values. @public */
export function isSetOperator(operator: string | null | undefined): boolean {
  return operator !== null && operator !== undefined && SETS.has(operator);
}

function toQueryFilter(filter: AdhocFilter): QueryFilter {
  const base: QueryFilter = { col: filter.subject ?? '', op: filter.operator ?? 'IN', ...(filter.isExtra ? { isExtra: true } : {}) };
  if (isUnaryOperator(base.op)) return base;
  const comparator = filter.comparator;
  // A single value under a set operator would be read letter by letter by the server.
  const val = isSetOperator(base.op) && !Array.isArray(comparator) ? [(comparator ?? null) as FilterValue] : comparator;
  return { ...base, val: val ?? undefined };
}

/** Joins clauses with AND; a trailing line comment must not swallow the closing bracket. */
function joinClauses(clauses: readonly string[]): string {
  return clauses.map((clause) => `(${clause}${clause.includes('--') ? '\n' : ''})`).join(' AND ');
}

/** What ad hoc filters become in a query: plain filters, and the SQL of WHERE and HAVING (VQ-4). @public */
export function splitFilters(filters: readonly AdhocFilter[]): { filters: readonly QueryFilter[]; where: string; having: string } {
  const plain: QueryFilter[] = [];
  const where: string[] = [];
  const having: string[] = [];
  for (const filter of filters) {
    if (filter.expressionType === 'SIMPLE') {
      if (filter.clause === 'WHERE' && filter.subject) plain.push(toQueryFilter(filter));
    } else if (filter.sqlExpression) {
      (filter.clause === 'HAVING' ? having : where).push(filter.sqlExpression);
    }
  }
  return { filters: plain, where: joinClauses(where), having: joinClauses(having) };
}
