import { describe, expect, it } from 'vitest';
import type { DataMask, Dataset, JsonObject } from '@orrery/sdk';
import type { DashboardBundle, DashboardChart } from '../../contract.ts';
import { createDashboardModel } from '../load/dashboard-model.ts';
import { createChartInputs } from './chart-inputs.ts';

const chart = (id: number, datasource = '1__table'): DashboardChart => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  form_data: { datasource, viz_type: 'pie', adhoc_filters: [] },
});
const position = JSON.stringify({
  ROOT_ID: { type: 'ROOT', children: ['TABS-1'] },
  'TABS-1': { type: 'TABS', children: ['TAB-a', 'TAB-b'] },
  'TAB-a': { type: 'TAB', children: ['CHART-1', 'CHART-2'] },
  'TAB-b': { type: 'TAB', children: ['CHART-3'] },
  'CHART-1': { type: 'CHART', children: [], meta: { chartId: 1 } },
  'CHART-2': { type: 'CHART', children: [], meta: { chartId: 2 } },
  'CHART-3': { type: 'CHART', children: [], meta: { chartId: 3 } },
});
const dataset = (id: number, ...columns: string[]) =>
  ({ id, uid: `${id}__table`, columns: columns.map((column_name) => ({ column_name })) }) as unknown as Dataset;
const native = (id: string, more: object = {}) => ({ id, type: 'NATIVE_FILTER', name: id, filterType: 'filter_select', targets: [{}], controlValues: {}, ...more });

function model(metadata: JsonObject, charts = [chart(1), chart(2), chart(3)]) {
  return createDashboardModel({
    dashboard: { id: 9, position_json: position, json_metadata: JSON.stringify(metadata) },
    charts,
    datasets: [dataset(1, 'carrier', 'state'), dataset(2, 'movie')],
  } as unknown as DashboardBundle);
}
const keeps = (col: string, ...val: string[]): DataMask => ({ extraFormData: { filters: [{ col, op: 'IN', val }] }, filterState: { value: val } });
const extra = (inputs: { formData: JsonObject }) => inputs.formData['extra_form_data'];

describe('chart inputs', () => {
  it('[FILT-23] merges masks in configuration order, then cross-filters: lists append, of others the last wins', () => {
    const inputs = createChartInputs(model({ native_filter_configuration: [native('B'), native('A')] }));
    const masks = {
      A: { extraFormData: { time_range: 'Last week', filters: [{ col: 'a', op: 'IN', val: [1] }] } },
      2: keeps('carrier', 'DL'),
      B: { extraFormData: { time_range: 'Last day', filters: [{ col: 'b', op: 'IN', val: [2] }] } },
    };
    const { formData, applied } = inputs(1, masks, []);
    expect(extra({ formData })).toEqual({
      time_range: 'Last week',
      filters: [{ col: 'b', op: 'IN', val: [2] }, { col: 'a', op: 'IN', val: [1] }, { col: 'carrier', op: 'IN', val: ['DL'] }],
    });
    expect(formData['time_range']).toBe('Last week');
    expect(applied.map(({ kind, name, label }) => [kind, name, label])).toEqual([['native', 'B', ''], ['native', 'A', ''], ['cross', 'Chart 2', 'DL']]);
  });

  it('reaches the charts stored with a filter, else those of its scope, else all', () => {
    const inputs = createChartInputs(
      model({
        native_filter_configuration: [
          native('stored', { chartsInScope: [3], scope: { rootPath: ['ROOT_ID'], excluded: [] } }),
          native('tab', { scope: { rootPath: ['TAB-a'], excluded: [2] } }),
          native('all'),
        ],
      }),
    );
    const masks = { stored: keeps('x', '1'), tab: keeps('y', '1'), all: keeps('z', '1') };
    const names = (id: number) => inputs(id, masks, []).applied.map(({ name }) => name);
    expect([names(1), names(2), names(3)]).toEqual([['tab', 'all'], ['all'], ['stored', 'all']]);
  });

  it('[DASH-098] lets a selection filter all others but its own chart, in its own scope where it has one', () => {
    const whole = createChartInputs(model({}));
    const masks = { 1: keeps('carrier', 'AA') };
    expect(extra(whole(1, masks, []))).toBeUndefined();
    expect(whole(1, masks, []).filterState).toEqual({ value: ['AA'] });
    expect(extra(whole(2, masks, []))).toBeDefined();
    const scoped = createChartInputs(model({ chart_configuration: { 1: { id: 1, crossFilters: { scope: { rootPath: ['TAB-b'], excluded: [] } } } } }));
    expect([2, 3].map((id) => extra(scoped(id, masks, [])) !== undefined)).toEqual([false, true]);
    const global = createChartInputs(
      model({ chart_configuration: { 1: { crossFilters: { scope: 'global' } } }, global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [2] } } }),
    );
    expect([2, 3].map((id) => extra(global(id, masks, [])) !== undefined)).toEqual([false, true]);
    const off = createChartInputs(model({ cross_filters_enabled: false }));
    expect(extra(off(2, masks, []))).toBeUndefined();
  });

  it('[DASH-098] does not filter a chart by a column its dataset does not have', () => {
    const inputs = createChartInputs(model({}, [chart(1), chart(2, '2__table'), chart(3)]));
    expect(extra(inputs(2, { 1: keeps('carrier', 'AA') }, []))).toBeUndefined();
  });

  it('[DASH-089] answers the same object while nothing that reaches the chart changed', () => {
    const inputs = createChartInputs(model({ native_filter_configuration: [native('a', { chartsInScope: [1] }), native('b', { chartsInScope: [2] })] }));
    const a = keeps('x', '1');
    const before = [1, 2].map((id) => inputs(id, { a }, []));
    const after = [1, 2].map((id) => inputs(id, { a, b: keeps('y', '2') }, []));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    // A cleared filter says nothing: chart 2 is back where it was.
    expect(inputs(2, { a, b: { extraFormData: {} } }, []).formData).toEqual(before[1]?.formData);
  });

  it('asks nothing anew for a chart’s own selection or page', () => {
    const inputs = createChartInputs(model({}));
    const before = inputs(1, { 2: keeps('carrier', 'AA') }, []);
    const mask = keeps('carrier', 'AA');
    const after = inputs(1, { 1: { ownState: { currentPage: 2 } }, 2: mask }, []);
    const selected = inputs(1, { 1: { ownState: { currentPage: 2 }, filterState: { value: ['x'] } }, 2: mask }, []);
    expect(selected.formData).toBe(after.formData);
    expect(selected.filterState).toEqual({ value: ['x'] });
    expect(before.formData).toEqual(after.formData);
  });

  it('[FILT-05] keeps charts waiting for the filters that must speak first', () => {
    const inputs = createChartInputs(model({ native_filter_configuration: [native('a', { chartsInScope: [1] })] }));
    expect([1, 2].map((id) => inputs(id, {}, ['a']).isReady)).toEqual([false, true]);
    expect(inputs(1, {}, []).isReady).toBe(true);
  });

  it('[DASH-092] lets the dashboard’s colour scheme win', () => {
    const inputs = createChartInputs(model({ color_scheme: 'lyftColors' }));
    expect(inputs(1, {}, []).formData).toMatchObject({ color_scheme: 'lyftColors', dashboardId: 9, slice_id: 1 });
  });
});
