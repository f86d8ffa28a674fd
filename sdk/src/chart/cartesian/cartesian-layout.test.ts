import { describe, expect, it } from 'vitest';
import { numberFormat } from '../format/number-format.ts';
import { measureText } from '../text/measure-text.ts';
import { arrangeCartesian } from './arrange-cartesian.ts';
import type { CartesianModel } from './cartesian-model.ts';
import { placeEndLabels } from './end-labels.tsx';
import { placeValueLabels } from './value-labels.tsx';
import { sampleModel, sampleSeries } from './sample-model.ts';

const FONT = '12px sans-serif';
const DAY = 86_400_000;
const START = Date.UTC(2001, 0, 1);
const arrange = (model: CartesianModel, width: number, height: number) => arrangeCartesian(model, { width, height, font: FONT, fontSize: 12 }, model.series.map(({ label }) => label));
const times = Array.from({ length: 180 }, (_, at) => START + at * DAY);
const wave = times.map((_, at) => 1e9 * (1 + Math.sin(at / 9)));
const LONG = ['Chicago O’Hare International', 'Dallas/Fort Worth', 'Atlanta', 'Los Angeles International', 'Denver', 'St. Louis Lambert Field'];
const longValues = [166_000, 157_000, 140_000, 115_000, 66_000, 80_900];

const MODELS: Readonly<Record<string, CartesianModel>> = {
  'a line over time': sampleModel({ xKind: 'time', xs: times, series: [sampleSeries('a', wave)], formatY: numberFormat('$,.3s') }),
  'bars over time': sampleModel({ mark: 'bar', xKind: 'time', xs: times, series: [sampleSeries('a', wave)], formatY: numberFormat(',.1f'), yTitle: 'Dollars' }),
  'bars of long names': sampleModel({ mark: 'bar', xs: LONG, series: [sampleSeries('a', longValues)], formatY: numberFormat(',d'), xTitle: 'Airport' }),
  'lying bars with values': sampleModel({ mark: 'bar', isHorizontal: true, showValues: 'all', xs: LONG, series: [sampleSeries('a', longValues)], formatY: numberFormat(',d') }),
  'negative bars': sampleModel({ mark: 'bar', xs: LONG, series: [sampleSeries('a', [-4, 2, 8, 35, -1, 0])], formatY: numberFormat('+,.1f') }),
};
const SIZES = [[1000, 400], [320, 240], [240, 120], [600, 900]] as const;

describe('[VIZ-01] [VIZ-02] layout of charts with two axes', () => {
  for (const [name, model] of Object.entries(MODELS)) {
    it.each(SIZES)(`${name}: no label leaves the drawing at %d × %d`, (width, height) => {
      const { layout, width: w, height: h } = arrange(model, width, height);
      const { plot, valueTicks, dimensionTicks, rotation } = layout;
      expect(plot.left + plot.width).toBeLessThanOrEqual(w);
      expect(plot.top + plot.height + 8 + 12).toBeLessThanOrEqual(h);
      const upright = model.isHorizontal ? dimensionTicks : valueTicks;
      for (const { at, label } of upright) {
        expect(plot.left - 8 - measureText(label, FONT)).toBeGreaterThanOrEqual(-1);
        expect(at - 7).toBeGreaterThanOrEqual(0);
        expect(at + 7).toBeLessThanOrEqual(h);
      }
      if (model.isHorizontal) for (const { at, label } of valueTicks) expect(at + measureText(label, FONT) / 2).toBeLessThanOrEqual(w);
      if (rotation !== 0) for (const { at, label } of dimensionTicks) expect(measureText(label, FONT) * Math.cos(Math.PI / 4)).toBeLessThanOrEqual(at + 1);
      expect(new Set(valueTicks.map(({ label }) => label)).size).toBe(valueTicks.length);
    });
  }

  it('wastes little room above the largest value', () => {
    const { layout } = arrange(sampleModel({ mark: 'bar', series: [sampleSeries('a', [1096, 500, 20])] }), 400, 300);
    expect(layout.value(1096) - layout.plot.top).toBeLessThan(layout.plot.height * 0.1);
    const shares = arrange(sampleModel({ mark: 'bar', stack: 'stack', xs: ['x'], series: [sampleSeries('a', [0.7]), sampleSeries('b', [0.1 + 0.2])] }), 400, 300);
    expect(shares.layout.value(1)).toBeCloseTo(shares.layout.plot.top, 3);
  });

  it('keeps bounds set by hand, and stands marks on zero where it is in sight', () => {
    const bound = arrange(sampleModel({ series: [sampleSeries('a', [413, 360, 315])], yBounds: [305, null] }), 400, 300).layout;
    expect(bound.value(305)).toBeCloseTo(bound.plot.top + bound.plot.height, 3);
    const mixed = arrange(sampleModel({ mark: 'bar', series: [sampleSeries('a', [-4, 2, 35])] }), 400, 300).layout;
    expect(mixed.baseline).toBe(mixed.value(0));
  });

  it('draws a logarithm of values that include none and zero', () => {
    const { layout } = arrange(sampleModel({ isLog: true, series: [sampleSeries('a', [0, null, 1000])] }), 400, 300);
    expect(Number.isFinite(layout.value(0))).toBe(true);
    expect(layout.valueTicks.length).toBeGreaterThan(1);
  });

  it('writes no two numbers over each other', () => {
    const model = sampleModel({ mark: 'bar', showValues: 'all', xs: times.map(String), series: [sampleSeries('a', wave)], formatY: numberFormat(',d') });
    const { spans, layout, boxes } = arrange(model, 500, 300);
    const labels = placeValueLabels(model, spans, layout, boxes, FONT);
    expect(labels.length).toBeGreaterThan(1);
    for (const [at, a] of labels.entries()) for (const b of labels.slice(at + 1)) expect(Math.abs(a.y - b.y) >= 13 || a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true);
  });
});

describe('names at the ends of lines', () => {
  const two = (first: number, second: number, change: Partial<CartesianModel> = {}) =>
    sampleModel({ xKind: 'time', xs: times, series: [sampleSeries('New York', times.map(() => first)), sampleSeries('Seattle', times.map(() => second))], ...change });
  it('take the place of a legend where there is room, and are kept apart', () => {
    const { legend, ends } = arrange(two(10, 10.1), 800, 300);
    expect(legend).toBe('none');
    expect(Math.abs((ends[0]?.y ?? 0) - (ends[1]?.y ?? 0))).toBeGreaterThanOrEqual(14.9);
  });
  it.each([['narrow', two(1, 9), 320], ['switched off', two(1, 9, { directLabels: false }), 800], ['stacked', two(1, 9, { stack: 'stack' }), 800], ['named elsewhere', two(1, 9, { legendSide: 'right' }), 800]] as const)('leave it to the legend: %s', (_, model, width) => {
    const { legend, ends } = arrange(model, width, 300);
    expect(legend).not.toBe('none');
    expect(ends).toEqual([]);
  });
  it('give up where lines end long before the others', () => {
    const model = two(1, 9);
    const short = { ...model, series: model.series.map((series, at) => (at === 0 ? series : { ...series, values: series.values.map((value, index) => (index > 90 ? null : value)) })) };
    const { spans, layout } = arrange(short, 800, 300);
    expect(placeEndLabels(short, spans, layout)).toBeUndefined();
    expect(arrange(short, 800, 300).legend).toBe('top');
  });
});
