import { expect, it } from 'vitest';
import { nativeFilters } from './native-filters.ts';

const box = { chartId: 7, uuid: '10000000-0000-4000-8000-000000000000', datasetId: 3, params: {}, scopes: {}, defaults: {} };

it('[contract §7.6] a filter box becomes a filter per column and one for the time range', () => {
  const filters = nativeFilters({
    ...box,
    params: { date_filter: true, time_range: 'Last year', filter_configs: [{ column: 'region', label: 'Region', multiple: false, asc: false, metric: 'count', clearable: false }, { column: 'city', defaultValue: 'Bonn;Köln' }, {}] },
    scopes: { region: { scope: ['TAB-1'], immune: [7, 9] } },
    defaults: { region: ['north'] },
  });
  expect(filters).toMatchObject([
    { id: 'NATIVE_FILTER-10000000-__time_range', filterType: 'filter_time', targets: [{}], defaultDataMask: { extraFormData: { time_range: 'Last year' }, filterState: { value: 'Last year' } }, scope: { rootPath: ['ROOT_ID'], excluded: [] } },
    {
      name: 'Region', filterType: 'filter_select', type: 'NATIVE_FILTER', targets: [{ datasetId: 3, column: { name: 'region' } }], sortMetric: 'count', scope: { rootPath: ['TAB-1'], excluded: [9] },
      controlValues: { multiSelect: false, sortAscending: false, enableEmptyFilter: true }, defaultDataMask: { extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['north'] }] }, filterState: { value: ['north'] } },
    },
    { name: 'city', defaultDataMask: { filterState: { value: ['Bonn', 'Köln'] } } },
  ]);
  expect(filters).toHaveLength(3);
});

it('shows only the time controls the box showed, without defaults where it had none', () => {
  const filters = nativeFilters({ ...box, params: { date_filter: false, show_sqla_time_granularity: true, show_sqla_time_column: true }, defaults: { __time_grain: 'P1W' } });
  expect(filters.map(({ filterType, targets }) => [filterType, targets])).toEqual([['filter_timegrain', [{ datasetId: 3 }]], ['filter_timecolumn', [{ datasetId: 3 }]]]);
  expect(filters[0]).toMatchObject({ defaultDataMask: { extraFormData: { time_grain_sqla: 'P1W' }, filterState: { value: ['P1W'] } } });
  expect(filters[1]).toMatchObject({ defaultDataMask: { extraFormData: {}, filterState: {} } });
});
