import { describe, expect, it } from 'vitest';
import type { RowRule } from '../../contract.ts';
import { ruleConditions } from './rule-conditions.ts';

const rule = (clause: string, groupKey: string | null = null): RowRule => ({ clause, groupKey, source: 'rule 7' });

describe('ruleConditions', () => {
  it('[contract §4.6] ORs within a group and ANDs the rest, each in brackets', () => {
    expect(ruleConditions([rule("region='a'", 'g'), rule('qty>1'), rule("region='b'", 'g')], 'duckdb').join(' AND ')).toBe("(qty>1) AND ((region='a') OR (region='b'))");
    expect(ruleConditions([rule('a OR b'), rule('c', 'x'), rule('d', 'y'), rule('e', '')], 'duckdb')).toEqual(['(a OR b)', '(e)', '((c))', '((d))']);
  });

  it('takes sub-queries and drops comments, for administrators write the rules', () => {
    expect(ruleConditions([rule('id IN (SELECT id FROM mine) -- theirs')], 'postgresql')).toEqual(['(id IN (SELECT id FROM mine))']);
  });

  it.each(['1 = 1) OR (1 = 1', '', '-- all', "tenant = 'secret", 'a; b', 'a UNION SELECT b', 'a /* open'])('[SEC-17] refuses %j without repeating it', (clause) => {
    let message = '';
    try {
      ruleConditions([rule(clause)], 'duckdb');
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/rule 7/);
    if (clause) expect(message).not.toContain(clause);
  });
});
