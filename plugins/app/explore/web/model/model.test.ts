import type { AdhocFilter, FormData } from '@orrery/sdk';
import { sharedControls } from '@orrery/sdk/viz';
import { describe, expect, it } from 'vitest';
import { FLIGHTS, PANEL } from '../testing/explore-harness.tsx';
import { appendToLayout } from './append-to-layout.ts';
import { describeFilter, describeValue } from './describe-value.ts';
import { diffFormData } from './diff-form-data.ts';
import { drawnFormData, needsQuery } from './drawn-form-data.ts';
import { addField, targetOf } from './fields.ts';
import { isCompleteFilter, operatorsFor, toFilterValue, withOperator } from './filter-operators.ts';
import { initControls } from './init-controls.ts';
import { localisePanel } from './localise-panel.ts';
import { visibleControls } from './panel-state.ts';
import { resolveText } from './resolve-text.ts';
import { savePayload } from './save-payload.ts';
import { searchVizTypes } from './search-viz-types.ts';
import { switchViz } from './switch-viz.ts';
import { isSameRequest, parseRequest, searchFor } from './url-state.ts';
import { validateControls } from './validate-controls.ts';

const BLANK: FormData = { datasource: '7__table', viz_type: 'echarts_timeseries_line' };
const NEW = initControls(PANEL, BLANK, FLIGHTS);
const READY: FormData = { ...NEW, metrics: ['count'] };
const TEMPORAL: AdhocFilter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE', comparator: 'No filter' };

describe('initial controls', () => {
  it('[EXPL-18] a new chart starts on the main time column, by day, unfiltered in time', () => {
    expect(NEW).toMatchObject({ x_axis: 'date', time_grain_sqla: 'P1D', row_limit: 10000, adhoc_filters: [TEMPORAL], order_desc: true });
  });
  it('a saved chart keeps its values and gets no filter it never had', () => {
    const saved = initControls(PANEL, { ...BLANK, slice_id: 3, x_axis: 'origin', adhoc_filters: [], row_limit: 50 }, FLIGHTS);
    expect(saved).toMatchObject({ x_axis: 'origin', adhoc_filters: [], row_limit: 50 });
    expect(saved['time_grain_sqla']).toBeUndefined();
  });
  it('[CC-15] a closed select drops what is no longer offered', () => {
    expect(initControls(PANEL, { ...BLANK, time_grain_sqla: 'PT1S' }, FLIGHTS)['time_grain_sqla']).toBeNull();
  });
});

describe('validation', () => {
  it('[EXPL-42] names what is missing or wrong', () => {
    expect(validateControls(PANEL, NEW, FLIGHTS)).toEqual({ metrics: '%validation.empty%' });
    expect(validateControls(PANEL, { ...READY, row_limit: 1_000_000, limit: 'x' }, FLIGHTS)).toEqual({
      row_limit: '%validation.exceeds:100000%',
      limit: '%validation.integer%',
    });
  });
  it('ignores controls that are hidden', () => {
    const state = { ...READY, rolling_type: null, rolling_periods: 1.5 };
    expect(visibleControls(PANEL, { formData: state, dataset: FLIGHTS }).map(({ name }) => name)).not.toContain('order_desc');
    expect(validateControls(PANEL, state, FLIGHTS)).toEqual({});
  });
});

describe('[EXPL-05] up to date or not', () => {
  it('looks redraw the data at hand, other settings wait for a run', () => {
    const looks = { ...READY, show_legend: false };
    const other = { ...READY, show_legend: false, groupby: ['origin'] };
    expect(needsQuery(PANEL, READY, looks)).toBe(false);
    expect(needsQuery(PANEL, READY, other)).toBe(true);
    expect(drawnFormData(PANEL, READY, other)).toEqual({ ...READY, show_legend: false });
  });
});

describe('[EXPL-25] changes', () => {
  it('counts what differs in meaning only', () => {
    expect(diffFormData({ ...READY, groupby: [], subtitle: '' }, { ...READY, slice_id: 4, subtitle: undefined })).toEqual([]);
    expect(diffFormData(READY, { ...READY, row_limit: 5 })).toEqual([{ name: 'row_limit', before: 10000, after: 5 }]);
  });
  it('writes values as people read them', () => {
    expect(describeValue([{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'delay' } }, 'count'])).toBe('SUM(delay), count');
    expect(describeFilter({ ...TEMPORAL, operator: 'IN', comparator: ['a', 'b'] })).toBe('date IN a, b');
    expect(describeValue([])).toBe('–');
  });
});

describe('[EXPL-10] fields find their control', () => {
  const state = { formData: READY, dataset: FLIGHTS };
  it('goes where it is needed first, else where there is room', () => {
    expect(targetOf(PANEL, NEW, FLIGHTS, { kind: 'metric', name: 'count' }, undefined)).toBe('metrics');
    expect(targetOf(PANEL, READY, FLIGHTS, { kind: 'column', name: 'origin' }, undefined)).toBe('groupby');
    expect(targetOf(PANEL, READY, FLIGHTS, { kind: 'column', name: 'origin' }, 'adhoc_filters')).toBe('adhoc_filters');
    // Delay cannot be grouped by, so it does not go to the dimensions.
    expect(targetOf(PANEL, READY, FLIGHTS, { kind: 'column', name: 'delay' }, 'groupby')).not.toBe('groupby');
  });
  it('becomes what the control holds', () => {
    expect(addField(sharedControls.metrics, ['count'], { kind: 'column', name: 'delay' }, state)).toMatchObject(['count', { aggregate: 'SUM', label: 'SUM(delay)' }]);
    expect(addField(sharedControls.groupby, ['origin'], { kind: 'column', name: 'origin' }, state)).toBeUndefined();
    expect(addField(sharedControls.adhoc_filters, [], { kind: 'column', name: 'date' }, state)).toEqual([TEMPORAL]);
  });
});

describe('[EXPL-14] filters', () => {
  it('offers operators by type', () => {
    expect(operatorsFor(FLIGHTS.columns[0])[0]).toBe('TEMPORAL_RANGE');
    expect(operatorsFor(FLIGHTS.columns[2])).not.toContain('LIKE');
  });
  it('turns a list into a value and back', () => {
    const list: AdhocFilter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'origin', operator: 'IN', comparator: ['JFK', 'LAX'] };
    expect(withOperator(list, '==').comparator).toBe('JFK');
    expect(withOperator(withOperator(list, '=='), 'NOT IN').comparator).toEqual(['JFK']);
    expect(withOperator(list, 'IS NULL')).not.toHaveProperty('comparator');
    expect(isCompleteFilter({ ...list, comparator: [] })).toBe(false);
    expect(isCompleteFilter({ ...list, operator: '==', comparator: 0 })).toBe(true);
  });
  it('keeps numbers numbers and codes texts', () => {
    expect(toFilterValue('12', FLIGHTS.columns[2])).toBe(12);
    expect(toFilterValue('012', FLIGHTS.columns[1])).toBe('012');
  });
});

describe('[VQ-18] switching the viz type', () => {
  const pie = { sections: [{ id: 'query', label: '', tab: 'data' as const, rows: [['groupby', 'metric', 'adhoc_filters', 'row_limit']] }] };
  it('carries metrics, dimensions and common settings over, and nothing else', () => {
    const current = { ...READY, slice_id: 9, metrics: ['count', 'other'], groupby: ['origin'], show_legend: false, limit: 5 };
    const next = switchViz(current, 'pie', pie, undefined);
    expect(next).toMatchObject({ viz_type: 'pie', slice_id: 9, metric: 'count', groupby: ['origin'], limit: 5, datasource: '7__table' });
    expect(next).not.toHaveProperty('metrics');
    expect(next).not.toHaveProperty('show_legend');
  });
  it('restores what was set under that type before, and lets the type adapt it', () => {
    const panel = { ...pie, onSwitch: (formData: FormData): FormData => ({ ...formData, row_limit: Math.min(Number(formData['row_limit']), 100), viz_type: 'stolen' }) };
    expect(switchViz(READY, 'pie', panel, { ...BLANK, donut: true })).toMatchObject({ donut: true, row_limit: 100, viz_type: 'pie' });
  });
});

describe('[EXPL-29] placing on a dashboard', () => {
  let number = 0;
  const makeId = () => `n${(number += 1)}`;
  type Layout = Record<string, { children: string[]; parents?: string[]; meta?: { chartId?: number } }>;
  it('adds a row at the end of the grid', () => {
    const layout = JSON.parse(appendToLayout(null, { id: 5, name: 'Delays' }, makeId)) as Layout;
    const [row] = layout['GRID_ID']?.children ?? [];
    const [chart] = layout[row ?? '']?.children ?? [];
    expect(layout[chart ?? '']).toMatchObject({ type: 'CHART', parents: ['ROOT_ID', 'GRID_ID', row], meta: { chartId: 5, sliceName: 'Delays' } });
  });
  it('goes to the first tab of a dashboard with tabs, once', () => {
    const tabs = { DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] }, 'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-1', 'TAB-2'], parents: ['ROOT_ID'] }, 'TAB-1': { id: 'TAB-1', type: 'TAB', children: ['ROW-0'], parents: ['ROOT_ID', 'TABS-1'] } };
    const once = appendToLayout(JSON.stringify(tabs), { id: 5, name: 'Delays' }, makeId);
    expect((JSON.parse(once) as Layout)['TAB-1']?.children).toHaveLength(2);
    expect(appendToLayout(once, { id: 5, name: 'Delays' }, makeId)).toBe(once);
  });
});

describe('saving and addresses', () => {
  it('[EXPL-30] stores the chart without what the visit lent it', () => {
    const formData = { ...READY, slice_id: 3, url_params: { a: '1' }, adhoc_filters: [TEMPORAL, { ...TEMPORAL, isExtra: true }] };
    const payload = savePayload('Delays', formData, { datasource: { id: 7, type: 'table' }, queries: [] }, [2]);
    expect(payload).toMatchObject({ slice_name: 'Delays', datasource_id: 7, datasource_type: 'table', dashboards: [2] });
    expect(JSON.parse(payload.params)).toMatchObject({ adhoc_filters: [TEMPORAL], dashboards: [2] });
    expect(payload.params).not.toContain('url_params');
  });
  it('[ROUTE-11] reads addresses in all their forms', () => {
    expect(parseRequest('?datasource=7__table&viz_type=pie')).toEqual({ datasource_id: '7', datasource_type: 'table', viz_type: 'pie' });
    expect(parseRequest('?dataset_id=8')).toEqual({ datasource_id: '8', datasource_type: 'table' });
  });
  it('[EXPL-02] keeps unknown parameters, and a key of unsaved changes opens nothing new', () => {
    const search = searchFor('?utm=1&permalink_key=p&slice_id=2', { ...READY, slice_id: 2 }, 'k');
    expect(search).toEqual({ utm: '1', slice_id: '2', form_data_key: 'k' });
    expect(isSameRequest(parseRequest('?slice_id=2'), parseRequest('?slice_id=2&form_data_key=k'))).toBe(true);
  });
});

describe('texts and search', () => {
  it("takes a viz plugin's own texts for its own keys, and leaves shared ones to Explore", () => {
    const control = { type: 'select', label: '%control.donut.label%', description: '%control.metrics.label%', choices: () => [{ value: 1, label: '%choice.x.1%' }] };
    const texts: Record<string, string> = { 'control.donut.label': 'Ring', 'choice.x.1': 'Eins' };
    const panel = localisePanel({ sections: [{ id: 's', label: '%section.query%', tab: 'data', rows: [['metrics', { name: 'donut', control }]] }] }, (key) => texts[key] ?? key);
    const [metrics, donut] = panel.sections[0]?.rows[0] ?? [];
    expect(panel.sections[0]?.label).toBe('%section.query%');
    expect(metrics).toBe('metrics');
    expect(donut).toMatchObject({ name: 'donut', control: { label: 'Ring', description: '%control.metrics.label%' } });
    const choices = typeof donut === 'object' && typeof donut.control.choices === 'function' ? donut.control.choices({ formData: BLANK }) : [];
    expect(choices).toEqual([{ value: 1, label: 'Eins' }]);
  });
  it('resolves keys, passes their value, and leaves other texts alone', () => {
    const t = (key: string, args?: Readonly<Record<string, string | number>>) => (key === 'a.b' ? `up to ${args?.['value']}` : key);
    expect(resolveText('%a.b:5%', t)).toBe('up to 5');
    expect(resolveText('%control.no_such.label%', t)).toBe('no such');
    expect(resolveText('%d/%m/%Y | 14/01/2019', t)).toBe('%d/%m/%Y | 14/01/2019');
  });
  it('[EXPL-21] finds viz types by title, tag and description, titles first', () => {
    const all = [
      { type: 'a', title: 'Area', category: 'x', description: 'like a line' },
      { type: 'b', title: 'Line', category: 'x', deprecated: true },
      { type: 'c', title: 'Line chart', category: 'y' },
    ];
    expect(searchVizTypes(all, 'line', '').map(({ type }) => type)).toEqual(['c', 'a', 'b']);
    expect(searchVizTypes(all, 'line', 'y').map(({ type }) => type)).toEqual(['c']);
  });
});
