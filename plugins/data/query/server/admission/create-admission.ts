import type { User } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import type { RenderedQuery } from '../template/render-query.ts';
import { customTexts } from './custom-texts.ts';
import type { CheckInnerTables } from './inner-tables.ts';
import { createTextGate } from './text-gate.ts';

/**
 * Refuses queries whose texts a parser of the engine does not take for what they should be. Answers whether ad hoc texts
 * hold sub-queries that were admitted; never without a parser, for the scan alone cannot tell what they read.
 */
export function createAdmission(analysis: SqlAnalysis | undefined, allowSubqueries: boolean, checkTables: CheckInnerTables): (query: RenderedQuery, user: User, dialect: SqlDialect) => Promise<boolean> {
  if (!analysis) return () => Promise.resolve(false);
  const gate = createTextGate(analysis, allowSubqueries);
  return async (query, user, dialect) => {
    const tables = await gate.admit(customTexts(query), query.dataset.database.backend, dialect.name);
    if (tables.length > 0) await checkTables(tables, user, query.dataset);
    return allowSubqueries;
  };
}
