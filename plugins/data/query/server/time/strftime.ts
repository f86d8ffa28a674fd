const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

const WRITERS: Readonly<Record<string, (date: Date) => string>> = {
  Y: (date) => pad(date.getUTCFullYear(), 4),
  y: (date) => pad(date.getUTCFullYear() % 100),
  m: (date) => pad(date.getUTCMonth() + 1),
  d: (date) => pad(date.getUTCDate()),
  H: (date) => pad(date.getUTCHours()),
  I: (date) => pad(date.getUTCHours() % 12 || 12),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  M: (date) => pad(date.getUTCMinutes()),
  S: (date) => pad(date.getUTCSeconds()),
  f: (date) => `${pad(date.getUTCMilliseconds(), 3)}000`,
  j: (date) => pad(dayOfYear(date), 3),
  b: (date) => MONTHS[date.getUTCMonth()]!.slice(0, 3),
  B: (date) => MONTHS[date.getUTCMonth()]!,
  a: (date) => DAYS[date.getUTCDay()]!.slice(0, 3),
  A: (date) => DAYS[date.getUTCDay()]!,
  w: (date) => String(date.getUTCDay()),
  s: (date) => String(Math.floor(date.getTime() / 1000)),
  z: () => '+0000',
  Z: () => 'UTC',
  F: (date) => date.toISOString().slice(0, 10),
  T: (date) => date.toISOString().slice(11, 19),
  '%': () => '%',
};

/** An instant (epoch ms, UTC) as Python's strftime writes it; unknown directives stay. */
export function strftime(ms: number, format: string): string {
  const date = new Date(ms);
  return format.replace(/%-?([A-Za-z%])/g, (directive, letter: string) => {
    const text = WRITERS[letter]?.(date);
    if (text === undefined) return directive;
    return directive.startsWith('%-') ? text.replace(/^0+(?=\d)/, '') : text;
  });
}

const READERS: Readonly<Record<string, string>> = {
  Y: '\\d{4}', y: '\\d{2}', m: '\\d{1,2}', d: '\\d{1,2}', H: '\\d{1,2}', I: '\\d{1,2}', p: '[AaPp][Mm]', M: '\\d{1,2}', S: '\\d{1,2}',
  f: '\\d{1,6}', j: '\\d{1,3}', b: '[A-Za-z]{3}', B: '[A-Za-z]+', a: '[A-Za-z]{3}', A: '[A-Za-z]+', z: '[+-]\\d{2}:?\\d{2}|Z',
};

interface FormatPattern {
  readonly pattern: RegExp;
  readonly letters: readonly string[];
}

/** Columns are read value by value in the same few formats. */
const PATTERNS = new Map<string, FormatPattern>();
const MAX_PATTERNS = 100;

function patternOf(format: string): FormatPattern {
  const known = PATTERNS.get(format);
  if (known) return known;
  const letters: string[] = [];
  const pattern = format
    .replace('%F', '%Y-%m-%d')
    .replace('%T', '%H:%M:%S')
    .split(/(%-?[A-Za-z%])/)
    .map((part) => {
      if (!/^%-?[A-Za-z%]$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
      const letter = part.at(-1)!;
      if (letter === '%') return '%';
      letters.push(letter);
      return `(${READERS[letter] ?? '.+?'})`;
    })
    .join('');
  const made = { pattern: new RegExp(`^${pattern}$`), letters };
  if (PATTERNS.size >= MAX_PATTERNS) PATTERNS.clear();
  PATTERNS.set(format, made);
  return made;
}

/** Reads a text written in a strftime format, as UTC, to epoch ms; undefined when it does not fit. */
export function strptime(text: string, format: string): number | undefined {
  const { pattern, letters } = patternOf(format);
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const found = new Map(letters.map((letter, at) => [letter, match[at + 1]!]));
  const number = (letter: string, otherwise: number): number => (found.has(letter) ? Number(found.get(letter)) : otherwise);
  const short = found.get('y');
  const year = short !== undefined ? Number(short) + (Number(short) < 69 ? 2000 : 1900) : number('Y', 1900);
  const name = found.get('b') ?? found.get('B');
  const month = name === undefined ? number('m', 1) : MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
  const hour = found.has('I') ? (number('I', 12) % 12) + (/^p/i.test(found.get('p') ?? '') ? 12 : 0) : number('H', 0);
  const day = found.has('j') ? number('j', 1) : number('d', 1);
  const milliseconds = Math.floor(Number((found.get('f') ?? '0').padEnd(6, '0')) / 1000);
  const start = new Date(0).setUTCFullYear(year, found.has('j') ? 0 : month - 1, day);
  if (month < 1 || (!found.has('j') && new Date(start).getUTCDate() !== day)) return undefined;
  const zone = /^([+-])(\d{2}):?(\d{2})$/.exec(found.get('z') ?? '');
  const offset = zone ? (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3])) * 60_000 : 0;
  return start + ((hour * 60 + number('M', 0)) * 60 + number('S', 0)) * 1000 + milliseconds - offset;
}
