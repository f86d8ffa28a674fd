import type { SqlEngine } from '../engines/sql-engine.ts';
import { lexSql } from '../lexer/lex-sql.ts';

/** Templates pass as they are. */
const TEMPLATES = [{ regex: '\\{\\{[\\s\\S]*?\\}\\}' }, { regex: '\\{%[\\s\\S]*?%\\}' }, { regex: '\\{#[\\s\\S]*?#\\}' }];

const bare = (engine: SqlEngine, sql: string): string =>
  lexSql(sql, engine.rules)
    .map(({ kind, value }) => (kind === 'space' ? '' : kind === 'word' ? value.toLowerCase() : kind === 'comment' ? value.replace(/\s+/g, '') : value))
    .join('');

/** Pretty SQL with the same content; what cannot be formatted safely is answered unchanged. */
export async function formatSql(engine: SqlEngine, sql: string): Promise<string> {
  const { format } = await import('sql-formatter');
  try {
    const pretty = format(sql, { language: engine.formatter as 'sql', keywordCase: 'upper', tabWidth: 2, paramTypes: { custom: TEMPLATES } });
    return bare(engine, pretty) === bare(engine, sql) ? pretty : sql;
  } catch {
    return sql;
  }
}
