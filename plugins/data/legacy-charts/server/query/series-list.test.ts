import { describe, expect, it } from 'vitest';
import { chartResult } from '../charts/chart-result.test-kit.ts';
import { rose } from '../charts/rose.ts';
import { seriesList } from './series-list.ts';

const bounds = { from_dttm: 0, to_dttm: 100 };
const main = chartResult([{ __timestamp: 10, 'n, b': 4, 'n, a': 1 }, { __timestamp: 20, 'n, b': null, 'n, a': 2 }], bounds);

describe('[contract §7.5] series of compare and horizon', () => {
  it('are named by dimensions alone with one metric, and sorted', () => {
    expect(seriesList([main], { metrics: ['n'], groupby: ['g'] })).toEqual([
      { key: ['a'], values: [{ x: 10, y: 1 }, { x: 20, y: 2 }] },
      { key: ['b'], values: [{ x: 10, y: 4 }, { x: 20, y: null }] },
    ]);
  });

  it('carry the metric when there are several, or no dimension', () => {
    const two = chartResult([{ __timestamp: 10, 'n, a': 1, 'm, a': 2, 'n, b': null }]);
    expect(seriesList([two], { metrics: ['n', 'm'], groupby: ['g'] }).map(({ key }) => key)).toEqual([['m', 'a'], ['n', 'a']]);
    expect(seriesList([chartResult([{ __timestamp: 10, 'sum(a, b)': 1 }])], { metrics: ['sum(a, b)'] })).toEqual([{ key: ['sum(a, b)'], values: [{ x: 10, y: 1 }] }]);
  });

  it('stand beside those of an earlier time', () => {
    const earlier = chartResult([{ __timestamp: 10, 'n, a': 5, 'n, c': 9 }]);
    expect(seriesList([main, earlier], { metrics: ['n'], groupby: ['g'], time_compare: ['1 week'] })).toEqual([
      { key: ['a'], values: [{ x: 10, y: 1 }, { x: 20, y: 2 }] },
      { key: ['a', '1 week offset'], values: [{ x: 10, y: 5 }], classed: 'time-shift-0' },
      { key: ['b'], values: [{ x: 10, y: 4 }, { x: 20, y: null }] },
    ]);
  });

  it('are compared with an earlier time, which is interpolated', () => {
    const own = chartResult([{ __timestamp: 0, n: 1 }, { __timestamp: 10, n: 6 }, { __timestamp: 20, n: 8 }], bounds);
    const earlier = chartResult([{ __timestamp: 5, n: 2 }, { __timestamp: 15, n: 4 }]);
    const compared = (comparison_type: string) => seriesList([own, earlier], { metrics: ['n'], time_compare: '1 day', comparison_type })[0]?.values;
    // At 10 half way between 2 and 4; at 20 the last value holds; at 0 there is none, and the empty end is cut.
    expect(compared('absolute')).toEqual([{ x: 10, y: 3 }, { x: 20, y: 4 }]);
    expect(compared('percentage')).toEqual([{ x: 10, y: 1 }, { x: 20, y: 1 }]);
    expect(compared('ratio')).toEqual([{ x: 10, y: 2 }, { x: 20, y: 2 }]);
    expect(() => compared('twofold')).toThrow(/Invalid calculation type "twofold"/);
  });

  it('are compared only over a closed range', () => {
    expect(() => seriesList([chartResult([{ __timestamp: 1, n: 1 }], { from_dttm: null, to_dttm: 5 })], { metrics: ['n'], time_compare: ['1 day'] })).toThrow(
      'An enclosed time range (both start and end) must be specified when using a Time Comparison.',
    );
  });

  it('say when a rolling window left nothing', () => {
    expect(() => seriesList([chartResult([], { sql_rowcount: 3 })], { metrics: ['n'] })).toThrow(/^Applied rolling window did not return any data\./);
  });
});

describe('[contract §7.5] rose', () => {
  it('answers petals by instant in nanoseconds', () => {
    const time = 1_704_067_200_000;
    const result = chartResult([{ __timestamp: time, 'n, a': 1, 'n, b': 2 }, { __timestamp: time + 1000, 'n, a': null, 'n, b': 3 }]);
    expect(rose.shape([result], { metrics: ['n'], groupby: ['g'] }, { mapboxApiKey: '' })).toEqual({
      '1704067200000000000': [{ key: ['a'], value: 1, name: 'a', time }, { key: ['b'], value: 2, name: 'b', time }],
      '1704067201000000000': [{ key: ['a'], value: 0, name: 'a', time: time + 1000 }, { key: ['b'], value: 3, name: 'b', time: time + 1000 }],
    });
  });
});
