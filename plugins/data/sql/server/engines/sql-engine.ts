/** How texts of an engine are cut into tokens. */
export interface LexRules {
  /** `\` escapes inside quotes: never, in every text, or only in `E'…'`. */
  readonly backslash: 'never' | 'always' | 'e-prefix';
  /** What `"…"` is. */
  readonly doubleQuote: 'name' | 'text';
  readonly backtick: boolean;
  /** `[name]`. */
  readonly bracketNames: boolean;
  /** `$$…$$` and `$tag$…$tag$`. */
  readonly dollarQuotes: boolean;
  /** `#` to the end of the line: never, always, or only before a blank or `!`. */
  readonly hashComments: 'never' | 'always' | 'spaced';
  /** `--` starts a comment only before a blank. */
  readonly dashNeedsSpace: boolean;
  readonly nestedComments: boolean;
}

/** What is known of an engine's SQL. */
export interface SqlEngine {
  readonly name: string;
  readonly parser: 'postgres' | 'polyglot';
  /** Name of the dialect in polyglot. */
  readonly dialect: string;
  /** Name of the language in sql-formatter. */
  readonly formatter: string;
  readonly rules: LexRules;
  /** How names of tables and CTEs are compared. */
  readonly fold: 'lower' | 'upper-unquoted' | 'exact';
  readonly limitStyle: 'limit' | 'top' | 'fetch';
  /** OFFSET stands before LIMIT. */
  readonly offsetFirst: boolean;
  /** Key in DISALLOWED_SQL_FUNCTIONS; null means all of them. */
  readonly disallowed: string | null;
  /** Functions that may stand in FROM; undefined: those not disallowed. */
  readonly tableFunctions?: readonly string[];
  /** `x IN name` reads a table of that name. */
  readonly inReadsTable: boolean;
  readonly identifier: (name: string) => string;
}
