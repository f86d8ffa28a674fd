import { ConnectorError } from '@orrery/sdk/server';

/** A piece of a statement; comments and blanks are none. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'mark';
  /** As written; names without their backticks. */
  readonly text: string;
}

// Blanks are those of ASCII: what else Unicode calls a blank is part of a name to the server.
const PIECE = /[ \t\n\r\f\v]+|--(?=[ \t\n\r\f\v]|$)[^\n]*|#[^\n]*|\/\*|[xXbBnN]?'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`]|``)*`|\d[\w.]*|[\w$\u0080-\uffff]+|:=|[\s\S]/gy;

function refuse(message: string): never {
  throw new ConnectorError('refused', message);
}

/** Cuts a statement as MySQL and MariaDB do with the settings of our sessions. Throws ConnectorError for what they might read otherwise. */
export function tokenize(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(sql); match; match = PIECE.exec(sql)) {
    const text = match[0];
    const first = text[0]!;
    if (/^[ \t\n\r\f\v#]/.test(text) || text.startsWith('--')) continue;
    if (text === '/*') {
      if (/^M?!/i.test(sql.slice(PIECE.lastIndex, PIECE.lastIndex + 2))) refuse('Comments that the server executes (/*! … */) are not allowed.');
      const end = sql.indexOf('*/', PIECE.lastIndex);
      if (end < 0) throw new ConnectorError('syntax', 'A comment is not closed.');
      PIECE.lastIndex = end + 2;
    } else if (first === '"' || first === '`' || /^[xbn]?'/i.test(text)) {
      if (text.length < 2) throw new ConnectorError('syntax', 'A quote is not closed.');
      tokens.push(first === '`' ? { kind: 'name', text: text.slice(1, -1).replaceAll('``', '`') } : { kind: 'text', text });
    } else if (first < ' ') refuse('A statement cannot contain control characters outside of texts.');
    else tokens.push({ kind: /^\d/.test(text) ? (/^\d+[a-z_$]/i.test(text) && !/^(?:0x[\da-f]+|0b[01]+|\d+e\d+)$/i.test(text) ? 'word' : 'number') : /^[\w$\u0080-\uffff]/.test(text) ? 'word' : 'mark', text });
  }
  return tokens;
}

/** Constants of a list beyond which a check gains nothing by reading on. */
const KEPT_CONSTANTS = 8;

/** The statement again, without comments, long lists of constants cut short: the same to a check, and quick to parse. */
export function forParsing(tokens: readonly Token[]): string {
  const kept: string[] = [];
  let run = 0;
  tokens.forEach(({ kind, text }, at) => {
    const isConstant = kind === 'text' || kind === 'number';
    const isListed = isConstant && kept.at(-1) === ',';
    if (isListed && run >= KEPT_CONSTANTS && /^[,)]$/.test(tokens[at + 1]?.text ?? '')) {
      kept.pop();
      return;
    }
    if (isConstant) run++;
    else if (text !== ',') run = 0;
    kept.push(kind === 'name' ? `\`${text.replaceAll('`', '``')}\`` : text);
  });
  return joined(kept);
}

/** Blanks between pieces, but where they would change the meaning: around dots, after @ and inside operators. */
function joined(pieces: readonly string[]): string {
  const tight = /^[@.]$/;
  const operator = /^[<>=!|&:]$/;
  return pieces.reduce((sql, piece, at) => {
    const before = pieces[at - 1] ?? '';
    const isTight = at === 0 || tight.test(before) || piece === '.' || piece === '(' || (operator.test(before) && operator.test(piece));
    return `${sql}${isTight ? '' : ' '}${piece}`;
  }, '');
}
