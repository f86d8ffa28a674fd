import { describe, expect, it } from 'vitest';
import { mergeExtraFilters } from './merge-extra-filters.ts';

const simple = (subject: string, operator: string, comparator: unknown) => ({ expressionType: 'SIMPLE', clause: 'WHERE', subject, operator, comparator });

describe('[contract §8.1] filters of a dashboard, in form data', () => {
  it('old time filters replace the time controls, unless they say nothing', () => {
    const merged = mergeExtraFilters({ time_range: 'Last year', extra_filters: [{ col: '__time_range', op: '==', val: 'Last week' }, { col: '__time_grain', op: '==', val: 'P1D' }, { col: '__time_col', op: '==', val: '' }] });
    expect(merged).toEqual({ time_range: 'Last week', time_grain_sqla: 'P1D', adhoc_filters: [], applied_time_extras: { __time_range: 'Last week', __time_grain: 'P1D' } });
    expect(mergeExtraFilters({ time_range: 'Last year', extra_filters: [{ col: '__time_range', op: '==', val: 'No filter' }] })).toMatchObject({ time_range: 'Last year', applied_time_extras: {} });
  });

  it('other old filters are added unless an equal one is there', () => {
    const own = [simple('r', 'in', ['b', 'a'])];
    expect(mergeExtraFilters({ adhoc_filters: own, extra_filters: [{ col: 'r', op: 'in', val: ['a', 'b'] }] })['adhoc_filters']).toEqual(own);
    expect(mergeExtraFilters({ adhoc_filters: own, extra_filters: [{ col: 'r', op: 'in', val: ['a'] }, { col: 's', op: '==', val: '' }] })['adhoc_filters']).toEqual([...own, { ...simple('r', 'in', ['a']), isExtra: true }]);
  });

  it('new filters are appended to every list of ad hoc filters, ad hoc ones to the first', () => {
    const merged = mergeExtraFilters({ adhoc_filters: [], adhoc_filters_b: [], extra_form_data: { filters: [{ col: 'r', op: 'IN', val: ['a'] }], adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 1' }] } });
    const added = { ...simple('r', 'IN', ['a']), isExtra: true };
    expect(merged['adhoc_filters']).toEqual([{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 1', isExtra: true }, added]);
    expect(merged['adhoc_filters_b']).toEqual([added]);
    expect(merged).not.toHaveProperty('extra_form_data');
  });

  it('new overrides replace, and range filters follow where there is no time column', () => {
    const extra_form_data = { time_range: 'Last week', time_grain_sqla: 'P1W', granularity_sqla: 'created', relative_end: 'now' };
    expect(mergeExtraFilters({ granularity_sqla: 'ts', extra_form_data })).toMatchObject({ time_range: 'Last week', granularity: 'created', extras: { time_grain_sqla: 'P1W', relative_end: 'now' } });
    const range = simple('ts', 'TEMPORAL_RANGE', 'Last year');
    expect(mergeExtraFilters({ adhoc_filters: [range], extra_form_data: { time_range: 'Last week' } })['adhoc_filters']).toEqual([{ ...range, comparator: 'Last week' }]);
    expect(mergeExtraFilters({ granularity_sqla: 'ts', adhoc_filters: [range], extra_form_data: { time_range: 'Last week' } })['adhoc_filters']).toEqual([range]);
  });
});
