import { pythonText } from './python-text.ts';

const DIRECTIVE = /%(?:\((\w+)\))?([-0+ ]*)(\d*)(?:\.(\d+))?([sdifxXr%])/g;
const MAX_WIDTH = 200;

function written(kind: string, value: unknown, precision: string | undefined): string {
  if (kind === 's' || kind === 'r') return kind === 'r' && typeof value === 'string' ? pythonText([value]).slice(1, -1) : pythonText(value);
  const number = Number(value);
  if (kind === 'f') return number.toFixed(Math.min(Number(precision ?? 6), 20));
  if (kind === 'x' || kind === 'X') return kind === 'X' ? Math.trunc(number).toString(16).toUpperCase() : Math.trunc(number).toString(16);
  return String(Math.trunc(number));
}

/** The `format` filter: `%` formatting as Python does it, by position or by name. */
export function pythonFormat(format: unknown, ...values: readonly unknown[]): string {
  const named = values.at(-1) instanceof Map ? (values.at(-1) as ReadonlyMap<string, unknown>) : new Map<string, unknown>();
  let next = 0;
  return String(format).replace(DIRECTIVE, (_, name: string | undefined, flags: string, width: string, precision: string | undefined, kind: string) => {
    if (kind === '%') return '%';
    const text = written(kind, name === undefined ? values[next++] : named.get(name), precision);
    const length = Math.min(Number(width || 0), MAX_WIDTH);
    return flags.includes('-') ? text.padEnd(length) : text.padStart(length, flags.includes('0') && kind !== 's' ? '0' : ' ');
  });
}
