import { ConnectorError } from '@orrery/sdk/server';
import { isDeniedFunction } from './denied-functions.ts';
import { rootKind } from './root-kind.ts';
import type { Token } from './tokenize.ts';
import { forParsing, tokenize } from './tokenize.ts';

const MAX_SQL_LENGTH = 262_144;
const MAX_SET_OPERATIONS = 200;
const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 20_000;

/** First words of what a person with the right to change data may run, with the second words where only some are meant. */
const WRITE_KINDS: Readonly<Record<string, RegExp>> = {
  select: /./, with: /./, insert: /./, update: /./, delete: /./, replace: /./, truncate: /./, show: /./, explain: /./, describe: /./, desc: /./, analyze: /^table$/,
  create: /^(?:table|view|index|unique|fulltext|spatial|temporary|or|schema|database|algorithm)$/,
  drop: /^(?:table|view|index|temporary|schema|database)$/,
  alter: /^(?:table|view|schema|database)$/,
  rename: /^table$/,
};

function refuse(message: string): never {
  throw new ConnectorError('refused', message);
}

/** Tokens of one statement, without the semicolon at its end. */
function oneStatement(sql: string): readonly Token[] {
  if (sql.length > MAX_SQL_LENGTH) refuse(`The statement has ${sql.length} characters; at most ${MAX_SQL_LENGTH} are allowed. Filter by fewer values.`);
  const tokens = [...tokenize(sql)];
  while (tokens.at(-1)?.text === ';') tokens.pop();
  if (tokens.length === 0) throw new ConnectorError('syntax', 'The statement is empty.');
  if (tokens.some(({ kind, text }) => kind === 'mark' && text === ';')) refuse('Exactly one statement is allowed here.');
  const joined = tokens.filter(({ kind, text }) => kind === 'word' && /^(?:union|intersect|except)$/i.test(text)).length;
  if (joined > MAX_SET_OPERATIONS) refuse(`The statement joins ${joined} parts by UNION, INTERSECT or EXCEPT; at most ${MAX_SET_OPERATIONS} are allowed.`);
  return tokens;
}

/** A word before a bracket may be a call; taking every one for a call errs on the strict side only. */
function requireFunctions(tokens: readonly Token[]): void {
  tokens.forEach(({ kind, text }, at) => {
    const isCall = (kind === 'word' || kind === 'name') && tokens[at + 1]?.text === '(';
    const isBare = kind === 'word' && /^current_(?:user|role)$/i.test(text) && tokens[at - 1]?.text !== '.';
    if ((isCall || isBare) && isDeniedFunction(text)) refuse(`The function ${text} is not allowed.`);
  });
}

const hasWord = (tokens: readonly Token[], pattern: RegExp): boolean => tokens.some(({ kind, text }) => kind === 'word' && pattern.test(text));

async function checkRead(tokens: readonly Token[]): Promise<void> {
  // INTO is reserved: outside quotes it stands in no query but SELECT … INTO.
  if (hasWord(tokens, /^into$/i)) refuse('Only a single SELECT statement is allowed here, and no SELECT … INTO.');
  if (tokens.some(({ text }) => text === ':=')) refuse('Assigning variables (:=) is not allowed.');
  requireFunctions(tokens);
  const kind = await rootKind(forParsing(tokens));
  if (kind !== 'query') refuse('Only a single SELECT statement is allowed here.');
}

function checkWrite(tokens: readonly Token[]): void {
  const [first, second] = tokens.filter(({ text }) => text !== '(').map(({ text }) => text.toLowerCase());
  const allowed = WRITE_KINDS[first ?? ''];
  if (!allowed?.test(second ?? '')) refuse('Only statements that read or change tables are allowed.');
  if (hasWord(tokens, /^(?:outfile|dumpfile|infile|procedure|function|trigger|event)$/i)) refuse('Statements that reach files or change programs of the server are not allowed.');
  requireFunctions(tokens);
}

const readable = new Set<string>();

/** Decides on a statement before the server sees it; remembers what may be read. Throws ConnectorError. */
export async function admit(sql: string, mode: 'read' | 'write'): Promise<void> {
  if (mode === 'read' && readable.has(sql)) return;
  const tokens = oneStatement(sql);
  if (mode === 'write') {
    checkWrite(tokens);
    return;
  }
  await checkRead(tokens);
  if (sql.length > MAX_KNOWN_LENGTH) return;
  if (readable.size >= MAX_KNOWN) readable.delete(readable.values().next().value ?? '');
  readable.add(sql);
}
