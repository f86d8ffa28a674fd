import type { FormData, QueryObject } from '@orrery/sdk';
import { describe, expect, it } from 'vitest';
import { buildQueryContext } from './build-query-context.ts';
import { buildQueryObject } from './build-query-object.ts';
import { buildTimeseriesQuery } from './build-timeseries-query.ts';
import { combineExtraFormData, mergeExtraFormData } from './merge-extra-form-data.ts';
import { normalizeOrderBy } from './normalize-order-by.ts';
import { pivotOperator, renameOperator, sortOperator } from './operators.ts';

const BASE: FormData = { datasource: '7__table', viz_type: 'x' };
const RANGE = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'ts', operator: 'TEMPORAL_RANGE', comparator: 'Last year' } as const;

describe('buildQueryObject', () => {
  it('[VQ-6] applies extra form data: its filters first, overrides last', () => {
    const formData = mergeExtraFormData(
      { ...BASE, metric: 'count', granularity_sqla: 'ts', time_grain_sqla: 'P1D', adhoc_filters: [RANGE] },
      {
        filters: [{ col: 'region', op: 'IN', val: ['a'] }],
        adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
        time_range: 'Last week',
        time_grain_sqla: 'P1W',
        granularity_sqla: 'created',
        relative_end: 'now',
      },
    );
    expect(buildQueryObject(formData)).toMatchObject({
      time_range: 'Last week',
      granularity: 'created',
      filters: [
        { col: 'region', op: 'IN', val: ['a'] },
        { col: 'ts', op: 'TEMPORAL_RANGE', val: 'Last year' },
      ],
      extras: { time_grain_sqla: 'P1W', relative_end: 'now', where: '(1 = 0)', having: '' },
    });
    expect(formData['time_grain_sqla']).toBe('P1W');
  });
  it('[VQ-5] reads time settings out of legacy filters', () => {
    const query = buildQueryObject({ ...BASE, extra_filters: [{ col: '__time_range', op: '==', val: 'Last day' }, { col: 'a', op: 'IN', val: ['b'] }] });
    expect(query).toMatchObject({ time_range: 'Last day', filters: [{ col: 'a' }], applied_time_extras: { __time_range: 'Last day' } });
  });
  it('[VQ-3] drops repeats and blanks, and refuses orders it cannot read', () => {
    expect(buildQueryObject({ ...BASE, groupby: ['a', '', 'a'], metrics: ['m'], metric: 'm' })).toMatchObject({ columns: ['a'], metrics: ['m'] });
    expect(() => buildQueryObject({ ...BASE, order_by_cols: ['nonsense'] })).toThrow('Found invalid orderby options');
  });
  it('[VQ-2] obeys the query mode', () => {
    const both = { ...BASE, groupby: ['g'], all_columns: ['c'], metrics: ['m'] };
    expect(buildQueryObject({ ...both, query_mode: 'raw' })).toMatchObject({ columns: ['c'], metrics: undefined });
    expect(buildQueryObject({ ...both, query_mode: 'aggregate' })).toMatchObject({ columns: ['g'], metrics: ['m'] });
  });
  it('[VQ-4] never hands a bare value to a set operator', () => {
    const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: 'IN', comparator: 'x' };
    expect(buildQueryObject({ ...BASE, adhoc_filters: [filter] }).filters).toEqual([{ col: 'a', op: 'IN', val: ['x'] }]);
  });
  it('[VQ-7] reads limits as numbers or not at all', () => {
    expect(buildQueryObject({ ...BASE, row_limit: '50', limit: null, row_offset: 'x' })).toMatchObject({ row_limit: 50, series_limit: 0, row_offset: undefined });
  });
});

describe('masks', () => {
  it('combines lists by appending, the rest by the later one', () => {
    const a = { filters: [{ col: 'a', op: '==', val: 1 }], time_range: 'Last day' };
    expect(combineExtraFormData(a, undefined, { filters: [{ col: 'b', op: '==', val: 2 }], time_range: 'Last week', relative_end: undefined })).toEqual({
      filters: [
        { col: 'a', op: '==', val: 1 },
        { col: 'b', op: '==', val: 2 },
      ],
      time_range: 'Last week',
    });
  });
  it('leaves form data alone when there is nothing to merge, so that memoised queries stay', () => {
    expect(mergeExtraFormData(BASE, {})).toBe(BASE);
  });
});

describe('time series', () => {
  const query = (extra: Partial<QueryObject> = {}): QueryObject => ({ metrics: ['m'], series_columns: [], order_desc: true, ...extra });
  it('[VQ-9] orders by the first metric unless something better is there', () => {
    expect(normalizeOrderBy(query()).orderby).toEqual([['m', false]]);
    expect(normalizeOrderBy(query({ series_limit_metric: 's', order_desc: false })).orderby).toEqual([['s', true]]);
    expect(normalizeOrderBy(query({ orderby: [['a', true]] })).orderby).toEqual([['a', true]]);
  });
  it('[VQ-13] names series by their shift, and by metric only when there are several', () => {
    const compared = { ...BASE, x_axis: 'ts', time_compare: ['1 year ago'], comparison_type: 'values', truncate_metric: true };
    expect(renameOperator(compared, query())?.options?.['columns']).toEqual({ 'm__1 year ago': '1 year ago' });
    expect(renameOperator(compared, query({ series_columns: ['g'] }))?.options?.['columns']).toEqual({ 'm__1 year ago': '1 year ago', m: null });
    expect(renameOperator(compared, query({ metrics: ['m', 'n'] }))?.options?.['columns']).toMatchObject({ 'n__1 year ago': 'n, 1 year ago' });
    expect(renameOperator({ ...BASE, x_axis: 'ts' }, query({ series_columns: ['g'] }))).toBeUndefined();
  });
  it('adds a sort metric that is not drawn, and sorts by it', () => {
    const formData = { ...BASE, x_axis: 'g', metrics: ['m'], timeseries_limit_metric: 's', x_axis_sort: 's', x_axis_sort_asc: true };
    expect(buildTimeseriesQuery(formData).queries[0]?.metrics).toEqual(['m', 's']);
    expect(sortOperator(formData, query())?.options).toEqual({ by: 's', ascending: true });
    expect(pivotOperator(formData, query())?.options?.['aggregates']).toHaveProperty('s');
  });
  it('[VQ-10] drops steps that do not apply', () => {
    const { queries } = buildQueryContext(BASE, (base) => [{ ...base, post_processing: [null, undefined, { operation: 'flatten' }] }]);
    expect(queries[0]?.post_processing).toEqual([{ operation: 'flatten' }]);
  });
});
