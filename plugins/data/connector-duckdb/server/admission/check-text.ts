import { ConnectorError } from '@orrery/sdk/server';

/** Characters of one statement. */
export const MAX_SQL_LENGTH = 400_000;
const MAX_SET_OPERATIONS = 200;
const MAX_BRACKET_DEPTH = 400;

/**
 * Refuses texts whose mere planning would block the engine, before it sees them: planning cannot be interrupted.
 * Counting ignores quotes, so that it can only err on the strict side.
 */
export function checkText(sql: string): void {
  if (sql.length > MAX_SQL_LENGTH) {
    throw new ConnectorError('refused', `The statement has ${sql.length} characters; at most ${MAX_SQL_LENGTH} are allowed. Filter by fewer values.`);
  }
  const setOperations = sql.match(/\b(?:union|intersect|except)\b/gi)?.length ?? 0;
  if (setOperations > MAX_SET_OPERATIONS) {
    throw new ConnectorError('refused', `The statement joins ${setOperations} parts by UNION, INTERSECT or EXCEPT; at most ${MAX_SET_OPERATIONS} are allowed.`);
  }
  let depth = 0;
  for (let at = 0; at < sql.length; at++) {
    const code = sql.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) depth++;
    else if (code === 41 || code === 93 || code === 125) depth--;
    if (depth > MAX_BRACKET_DEPTH) throw new ConnectorError('refused', `The statement nests brackets more than ${MAX_BRACKET_DEPTH} deep.`);
  }
}
