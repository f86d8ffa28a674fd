/** A comment that has its lines to itself. */
const BLOCK_COMMENT = /^[ \t]*\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*$/gm;
const LINE_COMMENT = /^[ \t]*\/\/.*$/gm;
const IMPORT = /^import\s[^;'"]*(?:'[^']*'|"[^"]*");?[ \t]*$/gm;

/**
 * Lines of code: blank lines, comments and imports do not count, so that nobody saves on sentences, on air,
 * or on one concept per file. A line with code and a comment counts.
 */
export function countCodeLines(code: string): number {
  const bare = [BLOCK_COMMENT, LINE_COMMENT, IMPORT].reduce((text, what) => text.replace(what, ''), code);
  return bare.split('\n').filter((line) => line.trim() !== '').length;
}
