import { describe, expect, it } from 'vitest';
import { legacyQuery } from './legacy-query.ts';
import { shiftedQuery, timeSeriesQuery } from './time-series-query.ts';

const simple = (subject: string, operator: string, comparator: unknown) => ({ expressionType: 'SIMPLE', clause: 'WHERE', subject, operator, comparator });
const sql = (sqlExpression: string, clause: string) => ({ expressionType: 'SQL', clause, sqlExpression });

describe('[contract §7.5] base query', () => {
  it('takes columns and metrics of all their controls, each once', () => {
    const form = { groupby: ['a'], columns: ['b', 'a'], metrics: ['m'], metric: 'm', percent_metrics: ['p'], secondary_metric: 's', x: 'x1', size: { type: 'fix', value: 3 }, row_limit: '10', limit: 5 };
    expect(legacyQuery(form)).toMatchObject({ columns: ['a', 'b'], metrics: ['m', 'p', 's', 'x1'], row_limit: 10, series_limit: 5, series_columns: [], is_timeseries: false, order_desc: true });
  });

  it('splits ad hoc filters, and keeps old clauses', () => {
    const form = { adhoc_filters: [simple('r', 'IN', ['x']), sql('a > 1 -- x', 'WHERE'), sql('count(*) > 2', 'HAVING')], where: 'b = 2', time_range: 'Last week', granularity_sqla: 'ts', time_grain_sqla: 'P1D' };
    expect(legacyQuery(form)).toMatchObject({
      filters: [{ col: 'r', op: 'IN', val: ['x'] }], granularity: 'ts', time_range: 'Last week',
      extras: { time_grain_sqla: 'P1D', where: '((a > 1 -- x\n)\n) AND (b = 2\n)', having: '((count(*) > 2)\n)' },
    });
  });

  it('reads since and until of old charts', () => {
    expect(legacyQuery({ since: '2024-01-01', until: '' })).toMatchObject({ time_range: '2024-01-01 : ' });
  });

  it('leaves the range of a filter alone when the chart has a time column of its own', () => {
    const query = legacyQuery({ granularity_sqla: 'ts', time_range: 'Last week', adhoc_filters: [simple('created', 'TEMPORAL_RANGE', 'Last year')] });
    expect(query.filters).toEqual([{ col: 'ts', op: 'TEMPORAL_RANGE', val: 'Last week' }, { col: 'created', op: 'TEMPORAL_RANGE', val: 'Last year' }]);
    expect(query).not.toHaveProperty('time_range');
  });
});

describe('[contract §7.5] time series', () => {
  it('are ordered by the limit metric, which is asked for but not shown', () => {
    const query = timeSeriesQuery({ metrics: ['m'], groupby: ['g'], timeseries_limit_metric: 'o', order_desc: false, limit: 3 });
    expect(query).toMatchObject({ metrics: ['m', 'o'], orderby: [['o', true]], is_timeseries: true, series_columns: ['g'], series_limit: 3, series_limit_metric: 'o' });
    expect(query.post_processing?.[0]?.options).toMatchObject({ index: ['__timestamp'], columns: ['g'], aggregates: { m: { operator: 'mean' } } });
  });

  it('are resampled, then rolled, then made shares of a whole', () => {
    const form = { metrics: ['m'], resample_rule: '1D', resample_method: 'ffill', rolling_type: 'cumsum', contribution: true };
    expect(timeSeriesQuery(form, { isAnalysed: true }).post_processing?.map((step) => step?.operation)).toEqual(['pivot', 'resample', 'cum', 'contribution', 'flatten']);
    expect(timeSeriesQuery(form).post_processing?.map((step) => step?.operation)).toEqual(['pivot', 'flatten']);
    expect(timeSeriesQuery({ metrics: ['m'], rolling_type: 'None', rolling_periods: 3 }, { isAnalysed: true }).post_processing).toHaveLength(2);
  });

  it('of an earlier time hold all series, so that those of the main ones are among them', () => {
    expect(shiftedQuery(timeSeriesQuery({ metrics: ['m'], groupby: ['g'], limit: 3 }), '1 week')).toMatchObject({ time_shift: '1 week', series_limit: 0 });
  });
});
