import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Beyond this many letters outside ASCII only the plain spellings are tried. */
const MAX_FOLDED = 4;

/** Escapes what LIKE would take for a wildcard. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * `expression LIKE pattern`, ignoring case. SQLite lowers ASCII letters only, so other letters of the
 * pattern are tried in both cases. `pattern` has its wildcards; other text in it is escaped.
 */
export function matchText(dialect: 'sqlite' | 'postgres', expression: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  const lowered = pattern.toLowerCase();
  const spellings = dialect === 'postgres' ? [lowered] : spellingsOf(lowered);
  return sql`(${sql.join(spellings.map((spelling) => sql`lower(${expression}) like ${spelling} escape '\\'`), sql` or `)})`;
}

function spellingsOf(lowered: string): readonly string[] {
  const letters = [...lowered];
  const folded = letters.flatMap((letter, at) => (letter > '\x7f' && letter.toUpperCase() !== letter ? [at] : []));
  if (folded.length === 0) return [lowered];
  if (folded.length > MAX_FOLDED) return [lowered, letters.map((letter) => (letter > '\x7f' ? letter.toUpperCase() : letter)).join('')];
  return Array.from({ length: 2 ** folded.length }, (_, mask) =>
    letters.map((letter, at) => (folded.includes(at) && (mask >> folded.indexOf(at)) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
}
