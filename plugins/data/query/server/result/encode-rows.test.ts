import { describe, expect, it } from 'vitest';
import { GenericType } from '@orrery/sdk';
import type { Cell } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
import { encodeRows } from './encode-rows.ts';

const one = async (values: readonly Cell[], generic?: GenericType): Promise<string> =>
  (await encodeRows(createFrame([{ key: ['x'], values, ...(generic === undefined ? {} : { generic }) }], values.length), ['x'])).toString();

describe('[contract §3.5] rows as JSON', () => {
  it('write what is no number as null, and long numbers with all their digits', async () => {
    expect(await one([Number.NaN, Number.POSITIVE_INFINITY, null, 1.5])).toBe('[{"x":null},{"x":null},{"x":null},{"x":1.5}]');
    expect(await one(['9007199254740993', '-12345678901234567.89', 'NaN', '007'], GenericType.Numeric)).toBe('[{"x":9007199254740993},{"x":-12345678901234567.89},{"x":null},{"x":"007"}]');
    expect(await one(['9007199254740993'], GenericType.String)).toBe('[{"x":"9007199254740993"}]');
  });

  it('are the same in slices', async () => {
    const values = Array.from({ length: 60_000 }, (_, at) => `value ${at} "ä"`);
    expect(JSON.parse(await one(values))).toEqual(values.map((x) => ({ x })));
  });

  it('end in a clear refusal when they are too many for anybody', async () => {
    const values = Array.from({ length: 40_000 }, () => 'x'.repeat(100));
    await expect(encodeRows(createFrame([{ key: ['x'], values }], values.length), ['x'], 2 ** 20)).rejects.toThrow('The result is larger than 1 MB. Ask for fewer rows, columns or series.');
  });
});
