const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"$;/-]+|[\s\S]/g;

/** Splits trusted SQL at its semicolons; quotes and comments are respected. */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = [];
  let current = '';
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(current);
      current = '';
    } else current += token;
  }
  statements.push(current);
  return statements.map((statement) => statement.trim()).filter((statement) => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '');
}
