import { expect, it } from 'vitest';
import { isPayloadModified } from './guest-payload.ts';

const chart = { id: 5, params: JSON.stringify({ metric: 'count', groupby: ['region'], x_axis: 'day' }), query_context: JSON.stringify({ queries: [{ metrics: ['count', 'revenue'], columns: ['region'], orderby: [['count', false]] }] }) };
const isModified = (query: object, formData: object = {}): boolean => isPayloadModified({ form_data: { slice_id: 5, ...formData }, queries: [query] }, chart);

it('[contract §3] a guest may ask for less than the chart, and add filters', () => {
  expect(isModified({ metrics: ['count'], columns: ['region'], filters: [{ col: 'region', op: '==', val: 'north' }] })).toBe(false);
  expect(isModified({ metrics: ['revenue'], orderby: [['revenue', true]] })).toBe(false);
  expect(isModified({ columns: [{ columnType: 'BASE_AXIS', expressionType: 'SQL', isColumnReference: true, sqlExpression: 'day', label: 'day', timeGrain: 'P1W' }] })).toBe(false);
});

it('[contract §3] not for another chart, metric, column or order', () => {
  expect(isModified({}, { slice_id: 6 })).toBe(true);
  expect(isModified({ metrics: ['secret'] })).toBe(true);
  expect(isModified({ metrics: [{ expressionType: 'SQL', sqlExpression: 'max(salary)', label: 'count' }] })).toBe(true);
  expect(isModified({ columns: ['name'] })).toBe(true);
  expect(isModified({ columns: [{ columnType: 'BASE_AXIS', expressionType: 'SQL', sqlExpression: 'day', label: 'day' }] })).toBe(true);
  expect(isModified({ orderby: [['name', true]] })).toBe(true);
  expect(isModified({}, { metrics: ['secret'] })).toBe(true);
  expect(isModified({ series_limit_metric: 'secret' })).toBe(true);
});
