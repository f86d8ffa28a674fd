import type { LimitedSql } from '../../contract.ts';
import type { SqlEngine } from '../engines/sql-engine.ts';
import { findLimit } from './find-limit.ts';

/** A SELECT inside another that limits it. */
function wrapped(engine: SqlEngine, sql: string, rows: number): string {
  const inner = `(\n${sql}\n)`;
  if (engine.limitStyle === 'top') return `SELECT TOP ${rows} * FROM ${inner} AS limited_query`;
  if (engine.limitStyle === 'fetch') return `SELECT * FROM ${inner} limited_query\nFETCH FIRST ${rows} ROWS ONLY`;
  return `SELECT * FROM ${inner} AS limited_query\nLIMIT ${rows}`;
}

/** Sets the outermost limit of one SELECT that is known to parse; every other character stays as written. */
export function setLimit(engine: SqlEngine, sql: string, rows: number): LimitedSql {
  const place = findLimit(engine, sql);
  if (place.kind === 'unclear') return { sql: wrapped(engine, sql, rows), previous: null };
  if (place.kind === 'number') return { sql: `${sql.slice(0, place.token.start)}${rows}${sql.slice(place.token.end)}`, previous: place.rows };
  const clause = engine.limitStyle === 'top' ? ` TOP ${rows}` : engine.limitStyle === 'fetch' ? `\nFETCH FIRST ${rows} ROWS ONLY` : `\nLIMIT ${rows}`;
  return { sql: `${sql.slice(0, place.at)}${clause}${sql.slice(place.at)}`, previous: null };
}
