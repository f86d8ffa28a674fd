import { describe, expect, it } from 'vitest';
import { numberCell } from './number-cell.ts';

describe('cells of numbers', () => {
  it('keeps every digit of whole numbers', () => {
    expect(['0', '-17', '9007199254740991', '9007199254740993', '-12345678901234567890', '00000000000000000012'].map(numberCell)).toEqual([0, -17, 9_007_199_254_740_991, '9007199254740993', '-12345678901234567890', 12]);
  });

  it('keeps every digit of decimals, without the zeros behind them', () => {
    expect(['1.50', '1.50000000000000000000', '12345678901234567.8900', '-0.12345678901234567891', '0.00000000000000000123', '9007199254740993.000'].map(numberCell)).toEqual([1.5, 1.5, '12345678901234567.89', '-0.12345678901234567891', 1.23e-18, '9007199254740993']);
  });

  it('leaves what is no decimal to the number', () => {
    expect(['NaN', 'Infinity', '1.2345678901234e-300'].map(numberCell)).toEqual([Number.NaN, Number.POSITIVE_INFINITY, 1.2345678901234e-300]);
  });
});
