import { describe, expect, it } from 'vitest';
import { chartResult } from './chart-result.test-kit.ts';
import { partition } from './partition.ts';

const settings = { mapboxApiKey: '' };
const [t1, t2, t3] = [1000, 2000, 3000];
const row = (__timestamp: number, g: string, h: string, n: number) => ({ __timestamp, g, h, n });
const rows = [row(t1, 'a', 'x', 2), row(t1, 'b', 'x', 4), row(t2, 'a', 'x', 100), row(t3, 'a', 'x', 6), row(t3, 'a', 'y', 1), row(t3, 'b', 'x', 2)];
const form = (time_series_option: string, groupby = ['g', 'h']) => ({ metrics: ['n'], groupby, time_series_option });
const shape = (option: string, groupby?: string[]) => partition.shape([chartResult(rows)], form(option, groupby), settings);
const leaf = (name: string, val: number | null) => ({ name, val, children: [] });

describe('[contract §7.5] partition', () => {
  it('sums by one dimension after the other', () => {
    const parts = [{ name: 'n', val: 115, children: [{ name: 'a', val: 109, children: [leaf('x', 108), leaf('y', 1)] }, { name: 'b', val: 6, children: [leaf('x', 6)] }] }];
    expect(shape('not_time')).toEqual(parts);
    expect(shape('agg_sum')).toEqual(parts);
  });

  it('takes means', () => {
    expect(shape('agg_mean', ['g'])).toEqual([{ name: 'n', val: 115 / 6, children: [leaf('a', 109 / 4), leaf('b', 3)] }]);
  });

  it('compares the last instant with the first; what is missing at one end counts as nothing', () => {
    expect(shape('point_diff')).toEqual([{ name: 'n', val: 3, children: [{ name: 'a', val: 5, children: [leaf('x', 4), leaf('y', 1)] }, { name: 'b', val: -2, children: [leaf('x', -2)] }] }]);
    expect(shape('point_factor')).toMatchObject([{ val: 1.5, children: [{ val: 3.5, children: [leaf('x', 3), leaf('y', null)] }, { val: 0.5 }] }]);
    expect(shape('point_percent', ['g'])).toEqual([{ name: 'n', val: 0.5, children: [leaf('a', 2.5), leaf('b', -0.5)] }]);
  });

  it('nests instants above the dimensions', () => {
    expect(shape('time_series', ['g'])).toEqual([
      { name: 'n', val: 115, children: [{ name: t1, val: 6, children: [leaf('a', 2), leaf('b', 4)] }, { name: t2, val: 100, children: [leaf('a', 100)] }, { name: t3, val: 9, children: [leaf('a', 7), leaf('b', 2)] }] },
    ]);
  });

  it('asks for one pivoted frame per depth under advanced analytics', () => {
    const analysed = { ...form('adv_anal'), rolling_type: 'sum', rolling_periods: 2 };
    const queries = partition.queries(analysed);
    expect(queries.map((query) => query.post_processing?.[0]?.options)).toMatchObject([{ columns: [] }, { columns: ['g'] }, { columns: ['g', 'h'] }].map((own) => ({ ...own, aggregates: { n: { operator: 'sum' } }, metric_fill_value: 0 })));
    expect(queries[0]?.post_processing?.[1]).toEqual({ operation: 'rolling', options: { rolling_type: 'sum', window: 2, min_periods: 0, columns: { n: 'n' } } });
    const frames = [chartResult([{ __timestamp: t1, n: 5 }]), chartResult([{ __timestamp: t1, 'n, a': 3, 'n, b': 2 }]), chartResult([{ __timestamp: t1, 'n, a, x': 1, 'n, a, y': 2, 'n, b, x': 2 }])];
    expect(partition.shape(frames, analysed, settings)).toEqual([
      { name: 'n', children: [{ name: t1, val: 5, children: [{ name: 'a', val: 3, children: [leaf('x', 1), leaf('y', 2)] }, { name: 'b', val: 2, children: [leaf('x', 2)] }] }] },
    ]);
  });

  it('needs something to cut by, and time only where it plays a part', () => {
    expect(() => partition.queries({ metrics: ['n'] })).toThrow('Please choose at least one groupby');
    expect(partition.queries(form('not_time'))[0]).toMatchObject({ is_timeseries: false });
    expect(partition.queries(form('agg_sum'))[0]).toMatchObject({ is_timeseries: true });
  });
});
