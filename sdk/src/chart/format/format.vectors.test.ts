import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CurrencyFormat } from './number-format.ts';
import { currencyNumberFormat, numberFormat } from './number-format.ts';
import { timeFormat } from './time-format.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: number | string | null;
  readonly options: { readonly format?: string; readonly d3Format?: string | null; readonly currency?: CurrencyFormat; readonly [key: string]: unknown };
  readonly expected: string;
}
const file = path.resolve(import.meta.dirname, '../../../../../shared/spec/contract-vectors.json');
const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors : [];
if (vectors.length === 0) console.log('skipped: the executed format vectors are not at hand');
const of = (category: string) => vectors.filter((vector) => vector.category === category);
/** JSON cannot hold these; the vectors spell them. */
const SPELLED: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity: Infinity, '-Infinity': -Infinity };
const numberOf = (input: Vector['input']) => (typeof input === 'string' ? (SPELLED[input] ?? (input === 'undefined' ? undefined : Number(input))) : input);

describe('formats', () => {
  it('[VQ-19] SMART_NUMBER reads like a person would write', () => {
    const values = [12345, 1234567, 1.5e9, 1.234e12, 0, 0.12345, 1e-7, -1234.5];
    expect(values.map((value) => numberFormat()(value))).toEqual(['12.3k', '1.23M', '1.5B', '1.23T', '0', '0.1235', '100n', '-1.23k']);
  });

  it('says so when a format cannot be read', () => {
    expect(numberFormat('bogus!')(12)).toBe('12 (Invalid format: bogus!)');
  });

  it.skipIf(vectors.length === 0).each(of('number_format'))('vector $id $options.format of $input', ({ input, options, expected }) => {
    expect(numberFormat(options.format)(numberOf(input))).toBe(expected);
  });

  it.skipIf(vectors.length === 0).each(of('currency_format'))('[VQ-20] vector $id', ({ input, options, expected }) => {
    expect(currencyNumberFormat(options.d3Format, options.currency)(numberOf(input))).toBe(expected);
  });

  it.skipIf(vectors.length === 0).each(of('time_format'))('vector $id $options.format of $input', ({ input, options, expected }) => {
    const instant = input === null ? null : typeof input === 'number' ? input : Date.parse(input);
    expect(timeFormat(options.format)(instant)).toBe(expected);
  });
});
