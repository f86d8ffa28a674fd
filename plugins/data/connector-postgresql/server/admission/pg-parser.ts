import { createRequire } from 'node:module';

type Parser = Pick<typeof import('libpg-query'), 'parse'>;

const require = createRequire(import.meta.url);
let parser: Parser | undefined;

function load(): Parser {
  if (!parser) {
    const entry = require.resolve('libpg-query');
    for (const file of Object.keys(require.cache)) if (file.includes('libpg-query')) delete require.cache[file];
    parser = require(entry) as Parser;
  }
  return parser;
}

/** A statement nested so deeply that the parser ran out of stack. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';
}

/**
 * PostgreSQL's own parser. It loses stack for good whenever a statement overflows it, so that a few such statements
 * would make it refuse everybody's; after an overflow a fresh one is loaded.
 */
export async function parseWithPostgres(sql: string): Promise<unknown> {
  try {
    return await load().parse(sql);
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof WebAssembly.RuntimeError)) throw error;
    parser = undefined;
    throw new TooDeepError('The statement is nested too deeply.', { cause: error });
  }
}
