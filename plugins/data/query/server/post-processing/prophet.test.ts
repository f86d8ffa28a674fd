import { describe, expect, it } from 'vitest';
import { GenericType } from '@orrery/sdk';
import type { Cell, Frame } from '../frame/frame.ts';
import { createFrame, needColumn } from '../frame/frame.ts';
import { normalQuantile } from './forecast/fit-forecast.ts';
import { futureTimes } from './forecast/future-times.ts';
import { runSteps } from './run-steps.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2022, 0, 1);

function frame(count: number, columns: Readonly<Record<string, (day: number) => Cell>>): Frame {
  const rows = Array.from({ length: count }, (_, day) => day);
  return createFrame(
    [{ key: ['__timestamp'], values: rows.map((day) => START + day * DAY_MS), generic: GenericType.Temporal }, ...Object.entries(columns).map(([name, write]) => ({ key: [name], values: rows.map(write) }))],
    count,
  );
}

const options = { time_grain: 'P1D', periods: 14, confidence_interval: 0.8 };
const forecast = (input: Frame, over: object = {}): Promise<Frame> => runSteps(input, [{ operation: 'prophet', options: { ...options, ...over } }]);
const valuesOf = (input: Frame, name: string): readonly number[] => needColumn(input, name).values.map(Number);

/** Noise that is the same every time. */
const noise = (at: number): number => ((Math.sin(at * 12.9898) * 43758.5453) % 1) - 0.5;

describe('[contract §6] prophet', () => {
  it('names its columns, keeps the history and adds the periods', async () => {
    const result = await forecast(frame(40, { a: (day) => day, b: (day) => day * 2 }));
    expect(result.columns.map(({ key }) => key[0])).toEqual(['__timestamp', 'a__yhat', 'a__yhat_lower', 'a__yhat_upper', 'a', 'b__yhat', 'b__yhat_lower', 'b__yhat_upper', 'b']);
    expect(result.rowCount).toBe(54);
    expect(needColumn(result, '__timestamp').values.at(-1)).toBe(START + 53 * DAY_MS);
    expect(needColumn(result, 'a').values.slice(38, 42)).toEqual([38, 39, null, null]);
  });

  it('follows a line, also past its end, with every value inside its interval', async () => {
    const result = await forecast(frame(120, { a: (day) => 100 + 3 * day + noise(day) }));
    const [expected, lower, upper] = ['a__yhat', 'a__yhat_lower', 'a__yhat_upper'].map((name) => valuesOf(result, name)) as [number[], number[], number[]];
    for (const day of [0, 60, 119, 126, 133]) expect(Math.abs(expected[day]! - (100 + 3 * day))).toBeLessThan(6);
    expected.forEach((value, at) => {
      expect(lower[at]).toBeLessThan(value);
      expect(upper[at]).toBeGreaterThan(value);
    });
    // The further ahead, the less is known.
    expect(upper[133]! - lower[133]!).toBeGreaterThan(upper[119]! - lower[119]!);
  });

  it('finds weeks by itself, and leaves them out when told to', async () => {
    const input = frame(140, { a: (day) => 50 + (day % 7 === 0 ? 30 : 0) + noise(day) });
    const peaks = (result: Frame): number => {
      const expected = valuesOf(result, 'a__yhat');
      return expected[147]! - expected[150]!;
    };
    expect(peaks(await forecast(input))).toBeGreaterThan(15);
    expect(Math.abs(peaks(await forecast(input, { weekly_seasonality: false })))).toBeLessThan(3);
  });

  it('finds years when the history holds two of them', async () => {
    const result = await forecast(frame(900, { a: (day) => 100 + 40 * Math.sin((2 * Math.PI * day) / 365.25) + noise(day) }), { periods: 180, weekly_seasonality: 0 });
    const expected = valuesOf(result, 'a__yhat');
    for (const day of [930, 1000, 1070]) expect(Math.abs(expected[day]! - (100 + 40 * Math.sin((2 * Math.PI * day) / 365.25)))).toBeLessThan(12);
  });

  it('narrows and widens with the asked confidence, to about the share it says', async () => {
    const input = frame(400, { a: (day) => 10 * noise(day) });
    const share = async (confidence_interval: number): Promise<number> => {
      const result = await forecast(input, { confidence_interval, periods: 0 });
      const [lower, upper, own] = ['a__yhat_lower', 'a__yhat_upper', 'a'].map((name) => valuesOf(result, name)) as [number[], number[], number[]];
      return own.filter((value, at) => value >= lower[at]! && value <= upper[at]!).length / own.length;
    };
    expect(await share(0.95)).toBeGreaterThan(0.9);
    expect(await share(0.3)).toBeLessThan(0.5);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232, 4);
  });

  it('skips texts and series with gaps, and sorts by time', async () => {
    const result = await forecast(frame(20, { a: (day) => (day === 3 ? null : day), t: () => 'x', b: (day) => day }), { periods: 1 });
    expect(result.columns.map(({ key }) => key[0])).toEqual(['__timestamp', 'a', 't', 'b__yhat', 'b__yhat_lower', 'b__yhat_upper', 'b']);
    const turned = createFrame([{ key: ['__timestamp'], values: [START + DAY_MS, START], generic: GenericType.Temporal }, { key: ['a'], values: [2, 1] }], 2);
    expect(needColumn(await forecast(turned, { periods: 0 }), 'a').values).toEqual([1, 2]);
  });

  it.each([
    ['P1W', '2024-01-01', ['2024-01-07', '2024-01-14']],
    ['1969-12-29T00:00:00Z/P1W', '2024-01-01', ['2024-01-08', '2024-01-15']],
    ['P1W/1970-01-03T00:00:00Z', '2024-01-06', ['2024-01-13', '2024-01-20']],
    ['P1M', '2024-01-31', ['2024-02-29', '2024-03-31']],
    ['P1M', '2024-01-01', ['2024-01-31', '2024-02-29']],
    ['P3M', '2024-03-31', ['2024-06-30', '2024-09-30']],
    ['P1Y', '2024-12-31', ['2025-12-31', '2026-12-31']],
    ['PT15M', '2024-01-01', ['2024-01-01T00:15', '2024-01-01T00:30']],
  ])('goes on by %s after %s', (grain, last, expected) => {
    const at = (text: string): number => Date.parse(text.includes('T') ? `${text}:00Z` : `${text}T00:00:00Z`);
    expect(futureTimes(at(last), grain, 2)).toEqual(expected.map(at));
  });

  it.each([
    [{ time_grain: null }, 'Time grain missing'],
    [{ time_grain: 'PT6H' }, 'Unsupported time grain: PT6H'],
    [{ periods: 1.5 }, 'Periods must be a whole number'],
    [{ periods: 1e9 }, 'Periods must be a whole number'],
    [{ confidence_interval: 1 }, 'Confidence interval must be between 0 and 1 (exclusive)'],
    [{ index: 'nope' }, 'DataFrame must include temporal column'],
    [{ nope: 1 }, 'Unknown option for the operation prophet: nope'],
    [{ yearly_seasonality: 'x' }, '`yearly_seasonality` must be a boolean'],
  ])('refuses %j', async (over, message) => {
    await expect(forecast(frame(20, { a: (day) => day }), over)).rejects.toThrow(message);
  });

  it('refuses a single point', async () => {
    await expect(forecast(frame(1, { a: (day) => day }))).rejects.toThrow(/at least two points/);
  });
});
