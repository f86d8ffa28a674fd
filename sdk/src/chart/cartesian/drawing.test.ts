import { describe, expect, it } from 'vitest';
import { downsample } from './downsample.ts';
import type { Pixel } from './downsample.ts';
import { nearestIndex } from './find-hit.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import { stackSeries } from './stack-series.ts';
import { sampleModel, sampleSeries } from './sample-model.ts';
import { tooltipRows } from './tooltip-rows.ts';
import { sliceModel } from './use-zoom.ts';

const piled = (stack: 'stack' | 'expand' | 'stream', mark: 'line' | 'bar' = 'bar') =>
  stackSeries(sampleModel({ mark, stack, xs: ['x', 'y'], series: [sampleSeries('a', [1, null]), sampleSeries('b', [3, 2]), sampleSeries('c', [-2, 1])] }));

describe('stacking', () => {
  it('piles positive values up and negative ones down', () => {
    expect(piled('stack').map((line) => line[0])).toEqual([[0, 1], [1, 4], [0, -2]]);
  });
  it('scales piles to one', () => {
    expect(piled('expand').map((line) => line[1])).toEqual([null, [0, 2 / 3], [2 / 3, 1]]);
  });
  it('centres a stream', () => {
    expect(piled('stream').map((line) => line[1])).toEqual([null, [-1.5, 0.5], [0.5, 1.5]]);
  });
  it('gives a gap between areas no height, so that those above go on', () => {
    expect(piled('stack', 'line')[0]).toEqual([[0, 1], [0, 0]]);
  });
});

describe('down-sampling', () => {
  const points = Array.from({ length: 100_000 }, (_, at): Pixel => [at / 125, at === 54_321 ? -1000 : Math.sin(at), 0]);
  it('leaves at most four points per pixel, and every extreme', () => {
    const kept = downsample(points, 800);
    expect(kept.length).toBeLessThanOrEqual(4 * 801);
    expect(kept.some(([, y]) => y === -1000)).toBe(true);
    expect(kept[0]).toBe(points[0]);
    expect(kept[kept.length - 1]).toBe(points[points.length - 1]);
    expect(kept.every(([x], at) => at === 0 || x >= (kept[at - 1]?.[0] ?? 0))).toBe(true);
  });
  it('leaves short lines alone', () => {
    const few = points.slice(0, 365);
    expect(downsample(few, 800)).toBe(few);
  });
});

describe('paths', () => {
  const runs = runsOf([0, 10, 20, 30], [[0, 1], [0, 2], null, [0, 3]], (value) => value * 10);
  it('break at gaps', () => {
    expect(linePath(runs, 'line', 100)).toBe('M0,10L10,20M30,30Z');
    expect(areaPath(runs, 'line', 100).split('M')).toHaveLength(3);
  });
});

describe('the pointer', () => {
  it('finds the nearest place', () => {
    expect([-5, 4, 6, 14, 16, 99].map((x) => nearestIndex([0, 10, 20], x))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(nearestIndex([], 5)).toBe(-1);
  });
  it('reads values with their shares and total', () => {
    const model = sampleModel({ series: [sampleSeries('a', [1]), sampleSeries('b', [3]), sampleSeries('c', [null])], xs: ['x'], tooltipShares: true, tooltipTotal: true });
    expect(tooltipRows(model, { series: 0, index: 0 }).map(({ label, value }) => `${label} ${value}`)).toEqual(['b 3 (75.0%)', 'a 1 (25.0%)', 'Σ 4']);
    expect(tooltipRows({ ...model, richTooltip: false }, { series: 0, index: 0 })).toHaveLength(1);
  });
  it('zooms to what it dragged over', () => {
    expect(sliceModel(sampleModel(), 1, 2)).toMatchObject({ xs: ['b', 'c'], series: [{ values: [2, 3] }] });
  });
});
