import type { SqlEngine } from '../engines/sql-engine.ts';
import type { SqlToken } from '../lexer/lex-sql.ts';
import type { ParsedStatement } from './parsed-statement.ts';

const NOTHING: ParsedStatement = {
  kind: 'show', isMutating: false, tables: [], targets: [], functions: [], tableFunctions: [], hasSubquery: false, isBareExpression: false,
};

/** PRAGMAs of SQLite that only tell something. */
const TELLING_PRAGMAS = /^(?:table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|database_list|collation_list|compile_options|function_list)$/i;

/** The name that starts at a token: up to three parts with dots between. */
function nameAt(tokens: readonly SqlToken[], at: number): ParsedStatement['tables'] {
  const parts: string[] = [];
  for (let index = at; index < tokens.length && parts.length < 3; index += 2) {
    const token = tokens[index]!;
    if (token.kind !== 'word' && token.kind !== 'name') break;
    parts.unshift(token.value);
    if (tokens[index + 1]?.value !== '.') break;
  }
  const [name, schema, catalog] = parts;
  return name === undefined ? [] : [{ catalog: catalog ?? null, schema: schema ?? null, name }];
}

/**
 * Statements the parsers do not know and that are told by their first words. A SELECT inside is never overlooked: such
 * texts are left to the parser.
 */
export function readByWords(engine: SqlEngine, tokens: readonly SqlToken[]): ParsedStatement | undefined {
  const first = tokens[0]?.kind === 'word' ? tokens[0].value.toLowerCase() : '';
  if (tokens.some(({ kind, value }) => kind === 'word' && /^select$/i.test(value))) return undefined;
  if (first === 'describe' || first === 'desc' || (first === 'explain' && engine.name !== 'postgresql')) {
    const at = /^(?:table|extended|formatted)$/i.test(tokens[1]?.value ?? '') ? 2 : 1;
    return { ...NOTHING, tables: nameAt(tokens, at) };
  }
  if (first === 'show') {
    const at = tokens.findIndex(({ kind, value }) => kind === 'word' && /^(?:table|view|from|in)$/i.test(value));
    // SHOW TABLES FROM names a schema, SHOW COLUMNS FROM and SHOW CREATE TABLE a table.
    const isOfTable = tokens.some(({ kind, value }) => kind === 'word' && /^(?:create|columns|fields|index|indexes|keys|stats|partitions)$/i.test(value));
    return { ...NOTHING, tables: at > 0 && isOfTable ? nameAt(tokens, at + 1) : [] };
  }
  if (first === 'use') return NOTHING;
  if (first === 'set' && engine.parser === 'polyglot') return { ...NOTHING, kind: 'set' };
  if (first === 'pragma' && engine.name === 'sqlite') return TELLING_PRAGMAS.test(tokens[1]?.value ?? '') ? NOTHING : { ...NOTHING, kind: 'other', isMutating: true };
  return undefined;
}
