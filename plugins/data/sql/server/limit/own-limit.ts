import type { SqlEngine } from '../engines/sql-engine.ts';
import { findLimit } from './find-limit.ts';

/** The outermost row limit of a SELECT; null when it has none or one that is not a plain number. */
export function ownLimit(engine: SqlEngine, sql: string): number | null {
  const place = findLimit(engine, sql);
  return place.kind === 'number' ? place.rows : null;
}
