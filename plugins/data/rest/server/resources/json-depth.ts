/** Nothing that people make nests deeper; what does would exhaust the stack of whoever writes it out again. */
const MAX_DEPTH = 500;

/** Whether a text of JSON nests lists and objects beyond 500 levels. Looks at brackets alone, so it tells of any text, in linear time. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char === '\\') at++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{' || char === '[') {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}
