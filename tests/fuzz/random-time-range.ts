import { HOSTILE_TEXTS } from './hostile.ts';
import type { Random } from './random.ts';

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'fortnight', ''] as const;
const WHOLE = ['No filter', 'Last day', 'Last week', 'Last quarter', 'Last 30 days', 'Next 3 days', 'previous calendar week', 'previous calendar year', 'Current day', 'Current quarter', 'today', 'now', 'Last', 'Next', 'Last 0 days', 'Last -1 days', 'Last 999999999999 years', 'Last 6 hours', ' : ', ' : : ', ':'] as const;

/** One side of a range, or a function's argument. */
function side(random: Random, depth = 0): string {
  const unit = random.pick(UNITS);
  const amount = random.pick(['1', '2', '7', '30', '0', '-1', '999999', '1e9', '99999999999999999999', '', 'x', '1.5']);
  const inner = (): string => (depth < 4 ? side(random, depth + 1) : 'DATETIME("now")');
  switch (random.int(0, 12)) {
    case 0:
      return random.pick(['now', 'today', 'yesterday', 'tomorrow', 'noon', 'eom', 'monday', 'next monday', 'last month', '']);
    case 1:
      return `${random.pick(['start of', 'beginning of', 'end of'])} ${random.pick(['last', 'this', 'next', 'prior'])} ${amount} ${unit}s`;
    case 2:
      return `${random.pick(['last', 'prior', 'next', 'this'])} ${amount} ${unit}s`;
    case 3:
      return `DATETIME("${random.pick(['now', 'today', '2024-02-30', '2024-02-29', '2024', '9999-12-31T23:59:59', '0001-01-01', '-5000-01-01', '275760-09-13', 'x', ''])}")`;
    case 4:
      return `DATEADD(${inner()}, ${random.chance(0.2) ? inner() : amount}, ${unit})`;
    case 5:
      return `DATETRUNC(${inner()}, ${unit})`;
    case 6:
      return `LASTDAY(${inner()}, ${unit})`;
    case 7:
      return `HOLIDAY("${random.pick(['new year', 'Christmas', 'easter', 'x', ''])}"${random.chance(0.5) ? `, ${inner()}` : ''}${random.chance(0.3) ? `, "${random.pick(['US', 'DE', 'XX', ''])}"` : ''})`;
    case 8:
      return `DATEDIFF(${inner()}, ${inner()}, ${unit})`;
    case 9:
      return `${amount} ${unit}s ${random.pick(['ago', 'later', ''])}`;
    case 10:
      return random.pick(['2024-01-01', '2024-13-45', '2024-02-29T25:61:61', '20240101', 'March 1 2024', '06/07/2024', '13/13/13', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00+99:99', '2024-01-01T00:00:00.123456789', '1e9', '-1', '2024-W01', '24']);
    case 11:
      return random.pick(HOSTILE_TEXTS);
    default:
      return `${random.pick(['DATEADD', 'DATETRUNC', 'LASTDAY', 'HOLIDAY', 'DATETIME', 'DATEDIFF', 'NOPE'])}(${random.pick(['', ',', '(', inner(), `${inner()},`, '"', ')'])}${random.chance(0.7) ? ')' : ''}`;
  }
}

/** A time range after the grammar of contract §5, whole or broken. */
export function timeRange(random: Random): string {
  const roll = random.next();
  if (roll < 0.25) return random.pick(WHOLE);
  if (roll < 0.85) return `${side(random)} : ${side(random)}`;
  if (roll < 0.93) return side(random);
  if (roll < 0.96) return `${'DATEADD('.repeat(random.int(1, 3000))}now`;
  const text = `${side(random)} : ${side(random)}`;
  return random.chance(0.5) ? text.slice(0, random.int(0, text.length)) : text.repeat(random.int(2, 300));
}

/** An offset of a comparison (contract §3.9, §5.4). */
export function timeOffset(random: Random): string {
  return random.chance(0.6) ? random.pick(['1 year ago', '28 days ago', '1 week', '1 quarter ago', 'inherit', '2023-12-01', '2023-01-01 : 2023-02-01', '-1 month', '52 weeks ago']) : side(random);
}
