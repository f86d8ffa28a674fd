import { describe, expect, it } from 'vitest';
import { GenericType } from '@orrery/sdk';
import type { Frame } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
import { parseDelta } from '../time/parse-delta.ts';
import type { OffsetQuery } from './time-offsets.ts';
import { joinOffset } from './time-offsets.ts';

const frame = (days: readonly string[]): Frame =>
  createFrame([{ key: ['ts'], values: days.map((day) => Date.parse(`${day}T00:00:00Z`)), generic: GenericType.Temporal }, { key: ['n'], values: days.map((_, at) => at + 1) }], days.length);

async function join(grain: string | null, offset: string, main: readonly string[], shifted: readonly string[]): Promise<readonly unknown[]> {
  const query = { offset, delta: { ...parseDelta(offset)!, direction: 'back' } } as OffsetQuery;
  return (await joinOffset(frame(main), frame(shifted), { metrics: ['n'], timeLabel: 'ts', grain, offset: query })).columns[2]!.values;
}

describe('[contract §3.9] rows of comparisons', () => {
  it.each([
    ['P1D', '1 week ago', ['2024-01-08', '2024-01-09'], ['2024-01-02', '2024-01-01'], [2, 1]],
    [null, '1 day ago', ['2024-01-08'], ['2024-01-06'], [null]],
    // Sundays, on engines whose weeks start with them.
    ['P1W', '1 year ago', ['2024-01-07', '2024-01-14'], ['2023-01-08', '2023-01-15'], [1, 2]],
    ['P1W', '1 year ago', ['2024-01-08', '2024-01-15'], ['2023-01-09', '2023-01-16'], [1, 2]],
    ['1969-12-28T00:00:00Z/P1W', '1 year ago', ['2023-12-31', '2024-01-07'], ['2023-01-01', '2023-01-08'], [1, 2]],
    ['1969-12-29T00:00:00Z/P1W', '1 year ago', ['2024-01-01', '2024-01-08'], ['2023-01-02', '2023-01-09'], [1, 2]],
    ['P1W/1970-01-03T00:00:00Z', '1 year ago', ['2024-01-06', '2024-01-13'], ['2023-01-07', '2023-01-14'], [1, 2]],
    ['P1W/1970-01-04T00:00:00Z', '1 year ago', ['2024-01-07', '2024-01-14'], ['2023-01-08', '2023-01-15'], [1, 2]],
    ['P1M', '28 days ago', ['2024-03-01'], ['2024-02-02'], [1]],
    ['P3M', '1 year ago', ['2024-04-01'], ['2023-04-01'], [1]],
    ['P0.25Y', '90 days ago', ['2024-04-01'], ['2024-01-03'], [1]],
    ['P1Y', '52 weeks ago', ['2024-01-01'], ['2023-01-02'], [1]],
  ] as const)('meet by %s with %s', async (grain, offset, main, shifted, expected) => {
    expect(await join(grain, offset, main, shifted)).toEqual(expected);
  });
});
