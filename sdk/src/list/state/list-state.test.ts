import { expect, it } from 'vitest';
import { listQuery } from '../data/list-query.ts';
import type { ListFilter } from '../declaration.ts';
import { pageNumbers } from '../pagination.tsx';
import type { ListState } from './list-state.ts';
import { readListState, writeListState } from './list-state.ts';

const defaults: ListState = { filters: {}, pageIndex: 0, sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc', viewMode: 'table' };

it('[LIST-00] keeps the whole state in the query string and restores it exactly', () => {
  const state: ListState = {
    filters: { dashboard_title: "o'hare ü & (x)", owners: { label: 'Ann Lee', value: 1 }, favorite: true, status: 'false', changed: ['2024-01-01', null] },
    pageIndex: 3,
    sortColumn: 'dashboard_title',
    sortOrder: 'asc',
    viewMode: 'card',
  };
  const search = writeListState('?standalone=1', state, defaults);
  expect(new URLSearchParams(search).get('standalone')).toBe('1');
  expect([...new URLSearchParams(search).keys()].sort()).toEqual(['filters', 'pageIndex', 'sortColumn', 'sortOrder', 'standalone', 'viewMode']);
  expect(readListState(search, defaults)).toEqual(state);
});

it('[LIST-00] leaves defaults out and survives a damaged link', () => {
  expect(writeListState('?pageIndex=4&filters=(a:b)', defaults, defaults)).toBe('');
  expect(readListState('?filters=(a:&pageIndex=-2&sortOrder=up&viewMode=x', defaults)).toEqual(defaults);
});

it('[LIST-00] reads links of Superset: relations as label and value, status as text', () => {
  const { filters } = readListState('?filters=(owners:(label:Ann,value:1),published:(label:Draft,value:!f),dashboard_title:fl)', defaults);
  expect(filters).toEqual({ owners: { label: 'Ann', value: 1 }, published: false, dashboard_title: 'fl' });
});

const FILTERS: readonly ListFilter[] = [
  { id: 'name', label: 'Name', kind: 'search', column: 'dashboard_title', operator: 'title_or_slug' },
  { id: 'owner', label: 'Owner', kind: 'relation', column: 'owners', operator: 'rel_m_m' },
  { id: 'favorite', label: 'Favourite', kind: 'boolean', column: 'id', operator: 'dashboard_is_favorite' },
  { id: 'changed', label: 'Changed', kind: 'date-range', column: 'changed_on', operator: 'between' },
];

it('[GEN-03] turns filters into the contract’s columns, operators and values', () => {
  const filters = { name: 'fl', owner: { label: 'Ann', value: 1 }, favorite: false, changed: ['2024-01-01', '2024-02-01'] as const, unknown: 'x' };
  expect(listQuery({ filters: FILTERS, selectColumns: ['id'] }, { ...defaults, filters, pageIndex: 2 })).toEqual({
    filters: [
      { col: 'dashboard_title', opr: 'title_or_slug', value: 'fl' },
      { col: 'owners', opr: 'rel_m_m', value: 1 },
      { col: 'id', opr: 'dashboard_is_favorite', value: false },
      { col: 'changed_on', opr: 'gt', value: '2024-01-01' },
      { col: 'changed_on', opr: 'lt', value: '2024-02-01' },
    ],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page: 2,
    page_size: 25,
    select_columns: ['id'],
    keys: ['none'],
  });
});

it('offers the first, the last and the neighbouring pages', () => {
  expect(pageNumbers(0, 1)).toEqual([0]);
  expect(pageNumbers(5, 11)).toEqual([0, null, 4, 5, 6, null, 10]);
  expect(pageNumbers(2, 5)).toEqual([0, 1, 2, 3, 4]);
});
