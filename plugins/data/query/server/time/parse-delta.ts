import type { Unit } from './calendar.ts';
import { add } from './calendar.ts';

const NUMBER_WORDS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 };
const PART = /([+-]?\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(second|sec|minute|min|hour|day|week|month|quarter|year)s?/gi;

/** A distance in time: parts such as 1 year and 2 days. */
export interface Delta {
  readonly parts: readonly (readonly [number, Unit])[];
  /** `ago` and minus point back, `later`, `in` and plus forward, nothing says nothing. */
  readonly direction: 'back' | 'forward' | 'none';
}

function unitOf(text: string): Unit {
  const lower = text.toLowerCase();
  return lower === 'sec' ? 'second' : lower === 'min' ? 'minute' : (lower as Unit);
}

/** Reads `7 days`, `1 year ago`, `in 5 days`, `-1 week`, `a month later`; undefined for anything else. */
export function parseDelta(text: string): Delta | undefined {
  const match = /^(in\s+)?(.*?)(\s+(?:ago|before|later|from now))?$/i.exec(text.trim());
  if (!match?.[2]) return undefined;
  const [, isIn, body, suffix] = match;
  if (body.replace(PART, '').replace(/\band\b|[\s,]/gi, '') !== '') return undefined;
  const parts = [...body.matchAll(PART)].map(([, count = '', unit = '']) => [NUMBER_WORDS[count.toLowerCase()] ?? Number(count), unitOf(unit)] as const);
  if (parts.length === 0) return undefined;
  const isSigned = /^[+-]/.test(body);
  const isAgo = /ago|before/i.test(suffix ?? '');
  if (isSigned) {
    const isBack = body.startsWith('-');
    return { parts: parts.map(([count, unit]) => [Math.abs(count), unit] as const), direction: isBack ? 'back' : 'forward' };
  }
  return { parts, direction: isAgo ? 'back' : isIn || suffix ? 'forward' : 'none' };
}

/** Moves an instant by a delta; without a direction forward. */
export function applyDelta(ms: number, delta: Delta, direction = delta.direction): number {
  const sign = direction === 'back' ? -1 : 1;
  return delta.parts.reduce((at, [count, unit]) => add(at, sign * count, unit), ms);
}
