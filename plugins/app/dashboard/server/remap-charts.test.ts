import { expect, it } from 'vitest';
import { remapCharts } from './remap-charts.ts';

it('[API-02] a copy with copied charts points at them everywhere', () => {
  const metadata = {
    positions: { 'CHART-a': { id: 'CHART-a', type: 'CHART', meta: { chartId: 1, width: 1 } } },
    timed_refresh_immune_slices: [1, 3],
    expanded_slices: { 1: true },
    chart_configuration: { 1: { id: 1, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [1] }, chartsInScope: [2] } } },
    native_filter_configuration: [{ id: 'NATIVE_FILTER-1', scope: { rootPath: [], excluded: [2] }, targets: [{ datasetId: 1 }] }],
  };
  expect(remapCharts(metadata, new Map([[1, 11], [2, 12]]))).toEqual({
    positions: { 'CHART-a': { id: 'CHART-a', type: 'CHART', meta: { chartId: 11, width: 1 } } },
    timed_refresh_immune_slices: [11, 3],
    expanded_slices: { 11: true },
    chart_configuration: { 11: { id: 11, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [11] }, chartsInScope: [12] } } },
    native_filter_configuration: [{ id: 'NATIVE_FILTER-1', scope: { rootPath: [], excluded: [12] }, targets: [{ datasetId: 1 }] }],
  });
});
