const NUMBER_OR_STRING = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** NUL cannot occur in SQL text, hence not in the engine's tree. */
const MARK = '\\u0000';
const MARKED = /"\\u0000(-?[\d.eE+-]+)"/g;
/** The engine's "no location"; it does not fit its own reader. */
const NO_LOCATION = /"query_location":18446744073709551615/g;

/** Parses the engine's JSON; numbers that JavaScript would change are kept as marked texts. */
export function parseLossless(json: string): unknown {
  return JSON.parse(
    json
      .replace(NO_LOCATION, '"query_location":0')
      .replace(NUMBER_OR_STRING, (token) => (token.startsWith('"') || String(Number(token)) === token ? token : `"${MARK}${token}"`)),
  );
}

/** Inverse of {@link parseLossless}. */
export function stringifyLossless(tree: unknown): string {
  return JSON.stringify(tree).replace(MARKED, '$1');
}
