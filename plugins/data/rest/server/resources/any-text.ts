import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { escapeLike, matchText } from './match-text.ts';

/** Condition of the `…_all_text` operators: the text occurs in any of the columns (`t.label`), ignoring case. */
export function anyText(value: unknown, columns: readonly string[]): RawBuilder<unknown> {
  const pattern = `%${escapeLike(String(value))}%`;
  // The spellings SQLite needs do no harm elsewhere.
  return sql`(${sql.join(columns.map((column) => matchText('sqlite', sql`coalesce(${sql.ref(column)}, '')`, pattern)), sql` or `)})`;
}
