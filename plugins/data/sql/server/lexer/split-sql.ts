import type { LexRules } from '../engines/sql-engine.ts';
import type { SqlToken } from './lex-sql.ts';
import { lexSql, solidTokens } from './lex-sql.ts';

/** A statement's place in its script. */
export interface SqlPiece {
  readonly text: string;
  /** Offset of `text` in the script. */
  readonly start: number;
}

/** Cuts a script at its semicolons; pieces of nothing but comments are left out. */
export function splitSql(sql: string, rules: LexRules): readonly SqlPiece[] {
  const pieces: SqlPiece[] = [];
  let current: SqlToken[] = [];
  const end = (): void => {
    const kept = current.filter(({ kind }, at) => kind !== 'space' || (at > 0 && at < current.length - 1));
    const first = kept[0];
    if (first && solidTokens(current).length > 0) pieces.push({ text: sql.slice(first.start, kept.at(-1)!.end), start: first.start });
    current = [];
  };
  for (const token of lexSql(sql, rules)) {
    if (token.kind === 'symbol' && token.value === ';') end();
    else current.push(token);
  }
  end();
  return pieces;
}
