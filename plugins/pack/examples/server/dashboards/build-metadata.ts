import type { JsonObject } from '@orrery/sdk';
import type { BuiltLayout } from './build-layout.ts';
import type { ExampleDashboard } from './example-dashboard.ts';

/** Ids behind the keys of a dashboard. */
export interface ExampleIds {
  chart(key: string): number;
  dataset(table: string): number;
}

/** `json_metadata` of an example dashboard: native filters, cross-filters on, colours (contract §1.4.1, §8.3). Pure. */
export function buildMetadata(dashboard: ExampleDashboard, layout: BuiltLayout, ids: ExampleIds): JsonObject {
  const filterId = (key: string): string => `NATIVE_FILTER-${dashboard.key}-${key}`;
  const native_filter_configuration = dashboard.filters.map((filter) => {
    const excluded = (filter.excluded ?? []).map((key) => ids.chart(key));
    const chartsInScope = layout.chartIds.filter((id) => !excluded.includes(id));
    return {
      id: filterId(filter.key),
      type: 'NATIVE_FILTER',
      name: filter.name,
      description: filter.description ?? '',
      filterType: filter.type,
      targets: [filter.target ? { datasetId: ids.dataset(filter.target.table), column: { name: filter.target.column } } : {}],
      controlValues:
        filter.type === 'filter_select'
          ? { multiSelect: true, enableEmptyFilter: false, defaultToFirstItem: false, inverseSelection: false, searchAllOptions: false }
          : { enableEmptyFilter: false },
      defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
      cascadeParentIds: filter.parent ? [filterId(filter.parent)] : [],
      scope: { rootPath: ['ROOT_ID'], excluded },
      chartsInScope,
      tabsInScope: layout.tabs.filter(({ chartIds }) => chartIds.some((id) => chartsInScope.includes(id))).map(({ id }) => id),
    };
  });
  const chart_configuration = Object.fromEntries(
    layout.chartIds.map((id) => [String(id), { id, crossFilters: { scope: 'global', chartsInScope: layout.chartIds.filter((other) => other !== id) } }]),
  );
  return {
    native_filter_configuration,
    chart_configuration,
    global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: layout.chartIds },
    cross_filters_enabled: true,
    color_scheme: 'supersetColors',
    label_colors: {},
    shared_label_colors: [],
    timed_refresh_immune_slices: [],
    expanded_slices: {},
    refresh_frequency: 0,
    filter_bar_orientation: 'VERTICAL',
  };
}
