import type { RowRule } from '../../contract.ts';
import { QueryError } from '../query-error.ts';
import { checkExpression } from '../sql/scan-sql.ts';

function condition({ clause, source }: RowRule, dialect: string): string {
  try {
    return `(${checkExpression(clause, { dialect, isTrusted: true })})`;
  } catch (error) {
    // The clause may name what its reader must not see; its owner finds it by the source.
    throw new QueryError(`A rule of row-level security (${source}) is not one complete condition, so the query was refused. Ask an administrator to correct it.`, { cause: error });
  }
}

/**
 * Conditions of row-level security, each in brackets (contract §4.6): rules of a group are alternatives, groups and
 * rules without one must all hold. Throws QueryError for a clause that is not one condition.
 */
export function ruleConditions(rules: readonly RowRule[], dialect: string): readonly string[] {
  const alone: string[] = [];
  const groups = new Map<string, string[]>();
  for (const rule of rules) {
    const sql = condition(rule, dialect);
    if (rule.groupKey === null || rule.groupKey === '') alone.push(sql);
    else groups.set(rule.groupKey, [...(groups.get(rule.groupKey) ?? []), sql]);
  }
  const conditions = [...alone, ...[...groups.values()].map((group) => `(${group.join(' OR ')})`)];
  return [...new Set(conditions)];
}
