import type { User } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import type { RenderedQuery } from '../template/render-query.ts';
import type { ConvertAdvanced } from '../sql/advanced-filter.ts';
import type { SourceOptions } from '../sql/source.ts';
import { customTexts } from './custom-texts.ts';
import type { CheckInnerTables } from './inner-tables.ts';
import { createTextGate } from './text-gate.ts';

/**
 * Refuses queries whose texts a parser of the engine does not take for what they should be. Ad hoc texts may
 * hold sub-queries only where a parser can tell what they read. `convert` reads values of advanced data types.
 */
export function createAdmission(analysis: SqlAnalysis | undefined, allowSubqueries: boolean, checkTables: CheckInnerTables, convert?: ConvertAdvanced): (query: RenderedQuery, user: User, dialect: SqlDialect) => Promise<SourceOptions> {
  if (!analysis) {
    const plain = Promise.resolve({ convert });
    return () => plain;
  }
  const gate = createTextGate(analysis, allowSubqueries);
  return async (query, user, dialect) => {
    const tables = await gate.admit(customTexts(query), query.dataset.database.backend, dialect.name);
    if (tables.length > 0) await checkTables(tables, user, query.dataset);
    return { allowsSubqueries: allowSubqueries, convert };
  };
}
