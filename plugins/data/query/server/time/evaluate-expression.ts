import type { Unit } from './calendar.ts';
import { DAY_MS, UNITS, add, lastDay, truncate } from './calendar.ts';
import { findHoliday } from './holidays.ts';
import { parseMoment } from './parse-moment.ts';
import { TimeRangeError } from './time-range-error.ts';

const TOKEN = /\s*(?:([A-Za-z_]+)|(-?\d+)|"([^"]*)"|'([^']*)'|([(),]))/y;

type Value = number | string;

/** True for texts that are calls of the range language. */
export function isExpression(text: string): boolean {
  return /^\s*(?:datetime|dateadd|datetrunc|lastday|holiday|datediff)\s*\(/i.test(text);
}

/** Evaluates `DATEADD(DATETIME("now"), -7, day)` and its kin to an instant. */
export function evaluateExpression(text: string, now: number): number {
  const tokens: { kind: 'word' | 'number' | 'text' | 'mark'; value: string }[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (!match) throw new TimeRangeError(`Cannot parse time string [${text.trim()}]`);
    const [, word, number, double, single, mark] = match;
    if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (mark !== undefined) tokens.push({ kind: 'mark', value: mark });
    else tokens.push({ kind: 'text', value: double ?? single ?? '' });
  }
  let at = 0;
  const fail = (): never => {
    throw new TimeRangeError(`Cannot parse time string [${text.trim()}]`);
  };
  const parse = (): Value => {
    const token = tokens[at++] ?? fail();
    if (token.kind === 'number') return Number(token.value);
    if (token.kind === 'text') return token.value;
    if (token.kind === 'mark') return fail();
    if (tokens[at]?.value !== '(') return token.value.toLowerCase();
    at++;
    const values: Value[] = [];
    while (tokens[at] && tokens[at]?.value !== ')') {
      values.push(parse());
      if (tokens[at]?.value === ',') at++;
    }
    if (tokens[at++]?.value !== ')') fail();
    return call(token.value.toLowerCase(), values, now) ?? fail();
  };
  const value = parse();
  if (at !== tokens.length || typeof value !== 'number') return fail();
  return value;
}

function unitOf(value: Value | undefined): Unit | undefined {
  return UNITS.find((unit) => unit === value);
}

function call(name: string, values: readonly Value[], now: number): number | undefined {
  const [first, second, third] = values;
  const moment = (value: Value | undefined): number => (typeof value === 'number' ? value : parseMoment(String(value ?? ''), now));
  switch (name) {
    case 'datetime':
      return moment(first);
    case 'dateadd': {
      const unit = unitOf(third);
      return typeof second === 'number' && unit ? add(moment(first), second, unit) : undefined;
    }
    case 'datetrunc': {
      const unit = unitOf(second);
      return unit ? truncate(moment(first), unit) : undefined;
    }
    case 'lastday':
      return second === 'month' || second === 'year' || second === 'week' ? lastDay(moment(first), second) : undefined;
    case 'datediff': {
      const [from, to] = [moment(first), moment(second)];
      if (third === 'year') return new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear();
      return Math.floor((to - from) / DAY_MS);
    }
    case 'holiday': {
      const found = findHoliday(String(first ?? ''), second === undefined ? now : moment(second), String(third ?? 'US'));
      if (found === undefined) throw new TimeRangeError(`Unable to find such a holiday: [${String(first)}]`);
      return found;
    }
    default:
      return undefined;
  }
}
