import { expect, it } from 'vitest';
import { pythonFormat } from './python-format.ts';

it.each([
  [['%s-%s', 'a', 1], 'a-1'],
  [['%05d|%-4s|%4s', 42, 'x', 'y'], '00042|x   |   y'],
  [['%.2f %%', 1.239], '1.24 %'],
  [['%(a)s %(b)r', new Map<string, unknown>([['a', null], ['b', "o'k"]])], 'None "o\'k"'],
])('formats %j as Python does', ([format, ...values], expected) => expect(pythonFormat(format, ...values)).toBe(expected));
