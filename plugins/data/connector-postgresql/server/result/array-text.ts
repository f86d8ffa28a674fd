/** An array as PostgreSQL prints it, `{1,NULL,"a b"}`, as JSON text. `write` makes JSON of one element. */
export function arrayToJson(text: string, write: (element: string) => string): string {
  // A leading `[2:4]=` tells of bounds nobody asks for.
  const from = text.indexOf('{');
  if (from < 0) return JSON.stringify(text);
  let json = '';
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (char === '{' || char === '}' || char === ',') {
      json += char === '{' ? '[' : char === '}' ? ']' : ',';
      at++;
    } else if (char === '"') {
      let element = '';
      for (at++; text[at] !== '"' && at < text.length; at++) {
        if (text[at] === '\\') at++;
        element += text[at] ?? '';
      }
      at++;
      json += write(element);
    } else {
      const end = text.slice(at).search(/[,{}]/);
      const element = end < 0 ? text.slice(at) : text.slice(at, at + end);
      at += element.length;
      json += element === 'NULL' ? 'null' : write(element);
    }
  }
  return json;
}
