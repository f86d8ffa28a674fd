/**
 * What is wrong with the text of a row rule; undefined when it may be stored. Only the shape is looked at, so that no clause can
 * close the brackets it is put into: the query engine reads it with the database's own parser before it runs.
 */
export function clauseProblem(clause: string): string | undefined {
  if (clause.trim() === '') return 'Enter a condition, for example region = \'north\'.';
  const open: string[] = [];
  const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (let at = 0; at < clause.length; at += 1) {
    const character = clause.charAt(at);
    if (character === "'" || character === '"' || character === '`') {
      const end = clause.indexOf(character, at + 1);
      if (end < 0) return `The quote ${character} at position ${at + 1} is never closed.`;
      at = end;
    } else if (character === ';') return `A condition is one expression; remove the ; at position ${at + 1}.`;
    else if (clause.startsWith('--', at) || clause.startsWith('/*', at) || clause.startsWith('{#', at)) return `Comments are not allowed in a condition (position ${at + 1}).`;
    else if ('([{'.includes(character)) open.push(character);
    else if (closing[character] && open.pop() !== closing[character]) return `The bracket ${character} at position ${at + 1} closes nothing.`;
  }
  return open.length > 0 ? `The bracket ${open.at(-1)} is never closed.` : undefined;
}
