import { describe, expect, it } from 'vitest';
import { headlineLayout } from './headline-layout.ts';
import { aggregate, changeOf } from './headline.ts';

const points = [10, 4, 7, null].map((value, time) => ({ time, value }));

describe('[VIZ-13] headline', () => {
  it('is the newest value there is, marked when newer ones are missing', () => {
    expect(aggregate(points, 'LAST_VALUE')).toEqual({ value: 7, time: 2, isStale: true });
    expect(aggregate(points.slice(0, 3), 'LAST_VALUE')).toEqual({ value: 7, time: 2, isStale: false });
    expect(aggregate([], 'LAST_VALUE')).toEqual({ value: null, isStale: false });
  });
  it('is an aggregate of the series, or the overall value', () => {
    expect(['sum', 'mean', 'min', 'max', 'median'].map((method) => aggregate(points, method).value)).toEqual([21, 7, 4, 10, 7]);
    expect(aggregate([{ time: 0, value: 1 }, { time: 1, value: 4 }], 'median').value).toBe(2.5);
    expect(aggregate([{ time: 0, value: null }], 'sum').value).toBeNull();
    expect(aggregate(points, 'raw', 99).value).toBe(99);
    expect(aggregate(points, 'raw', Number.NaN).value).toBeNull();
  });
  it('changes against the n-th older value', () => {
    const series = [-4, 5, 6].map((value, time) => ({ time, value }));
    expect(changeOf(series, 1)).toBeCloseTo(0.2);
    expect(changeOf(series, 2)).toBeCloseTo(2.5);
    expect([changeOf(series, 3), changeOf(series, 0), changeOf(points, 1), changeOf([{ time: 0, value: 0 }, { time: 1, value: 3 }], 1)]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('[VIZ-13] what fits', () => {
  const ask = { textWidth: 300, numberSize: 0.4, noteSize: 0.15, metricName: true, change: true, note: true, trend: true };
  it.each([[600, 300], [180, 110], [180, 60], [90, 40], [60, 300]])('stays within %d × %d', (width, height) => {
    const { numberSize, noteSize, trendHeight, ...lines } = headlineLayout({ ...ask, width, height });
    const used = numberSize * 1.15 + [lines.change, lines.note, lines.metricName].filter(Boolean).length * noteSize * 1.45 + trendHeight;
    expect(used).toBeLessThanOrEqual(height + 1);
    expect((ask.textWidth / 100) * numberSize).toBeLessThanOrEqual(Math.max(width, 24));
  });
  it('leaves out the least important first', () => {
    expect(headlineLayout({ ...ask, width: 300, height: 300 })).toMatchObject({ change: true, note: true, metricName: true });
    expect(headlineLayout({ ...ask, width: 300, height: 60 })).toMatchObject({ change: true, metricName: false, trendHeight: 0 });
  });
});
