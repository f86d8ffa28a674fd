import type { Random } from './random.ts';

/** Texts that broke something somewhere. None of them holds the marker of hidden rows. */
export const HOSTILE_TEXTS: readonly string[] = [
  '', ' ', "'", '"', '`', '\\', "''", '%', '_', '%%', '\0', '\u0001', '\n', '\r\n', '\t', '\u202e', '\ufeff', '\ud800', 'é', '日本', '😀', 'a'.repeat(5000), '(', ')', '((', '))', '[', ']', '{', '}', ';', '--', '/*', '*/', '#', '//', '@', '$', '$$', '$1', ':x', '?', '!',
  'null', 'NULL', 'true', 'NaN', 'Infinity', '-Infinity', '-0', '1e999', '0x10', '1_000', '999999999999999999999999', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '__timestamp', 'undefined', '[object Object]',
  '../../etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1:1/', '<script>alert(1)</script>', '{{ 1 }}', '{{ current_username() }}', '{% raw %}', '{{ [].__class__ }}', '${1}', '%(x)s', '%s%n', '=1+1', '@SUM(1)', "1' OR '1'='1", "'; DROP TABLE facts; --", '1; SELECT 1',
];

/** Numbers at the edges. */
export const HOSTILE_NUMBERS: readonly number[] = [0, -0, 1, -1, 0.1, 1.5, -1.5, 255, 65_536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e20, 1e308, 5e-324, 1e-7];

/** Anything JSON can say. */
export function anyValue(random: Random, depth = 0): unknown {
  switch (random.int(0, depth > 3 ? 5 : 8)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(HOSTILE_NUMBERS);
    case 3:
      return random.int(-10, 100);
    case 4:
    case 5:
      return random.pick(HOSTILE_TEXTS);
    case 6:
      return random.some(0, 4, () => anyValue(random, depth + 1));
    case 7:
      return Object.fromEntries(random.some(0, 4, () => [random.pick(HOSTILE_TEXTS), anyValue(random, depth + 1)]));
    default:
      return random.chance(0.1) ? deepValue(random.chance(0.8) ? random.int(20, 150) : random.int(200, 3000), random.chance(0.5)) : random.pick(HOSTILE_TEXTS);
  }
}

/** A list in a list in a list. */
export function deepValue(depth: number, objects = false): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = objects ? { a: value } : [value];
  return value;
}

/** Replaces a few nodes of a JSON value, drops or adds a few keys. */
export function mutate(random: Random, value: unknown, rate = 0.05): unknown {
  if (random.chance(rate)) return anyValue(random);
  if (Array.isArray(value)) {
    const items = value.map((one) => mutate(random, one, rate));
    if (random.chance(rate)) items.push(anyValue(random));
    if (random.chance(rate)) items.pop();
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => !random.chance(rate / 2)).map(([key, one]) => [random.chance(rate / 4) ? random.pick(HOSTILE_TEXTS) : key, mutate(random, one, rate)] as const);
  if (random.chance(rate)) entries.push([random.pick(HOSTILE_TEXTS), anyValue(random)]);
  return Object.fromEntries(entries);
}
