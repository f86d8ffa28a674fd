import { createHash } from 'node:crypto';
import type { SqlSource } from './source.ts';

/**
 * Name of a selected item inside the statement (contract §4.1): its label, or a hash where the engine could not keep it.
 * Answers take labels by position, so that nobody sees the hash. `sql` is the item's expression.
 */
export function aliasOf(label: string, source: SqlSource, sql?: string): string {
  const { dialect } = source;
  const isTooLong = dialect.maxIdentifierLength !== undefined && Buffer.byteLength(label) > dialect.maxIdentifierLength;
  // Where aliases hide columns, an alias called like a column would change the conditions on that column.
  const hidesColumn = dialect.groupByAlias === true && sql !== undefined && source.columns.has(label) && sql !== dialect.identifier(label);
  return dialect.identifier(isTooLong || hidesColumn ? createHash('md5').update(label).digest('hex') : label);
}
