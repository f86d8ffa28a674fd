const LONG_NUMBER = /\d{16}/;
const TEXT_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d{16,}(?![\w.])/g;

/** Rows of JSON texts; whole numbers too long for a number become texts and keep their digits. */
export function parseRows(texts: readonly string[]): readonly (readonly unknown[])[] {
  const json = `[${texts.join(',')}]`;
  const safe = LONG_NUMBER.test(json) ? json.replace(TEXT_OR_LONG, (piece) => (piece.startsWith('"') ? piece : `"${piece}"`)) : json;
  return JSON.parse(safe) as readonly (readonly unknown[])[];
}
