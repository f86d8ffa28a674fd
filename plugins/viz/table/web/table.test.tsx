// @vitest-environment jsdom
import { GenericType } from '@orrery/sdk';
import type { ChartDataResult, DataMask, DataRow, FormData } from '@orrery/sdk';
import type { ThemeTokens } from '@orrery/sdk/web';
import { createTestHost } from '@orrery/testing';
import type { TestHost } from '@orrery/testing';
import { cleanup, fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import messages from '../locales/en.json' with { type: 'json' };
import manifest from '../plugin.json' with { type: 'json' };
import { filterRows, sortRows } from './arrange-rows.ts';
import { cellColor } from './cell-color.ts';
import { columnWidths } from './column-widths.ts';
import plugin from './plugin.ts';
import { tableMask } from './table-mask.ts';
import { table } from './table.ts';

const theme = { colors: { success: 'green', danger: 'red', warning: 'amber', accent: 'blue' } } as unknown as ThemeTokens;
const ROWS: readonly DataRow[] = [{ city: 'Rome', n: 2 }, { city: 'Oslo', n: null }, { city: 'Bonn 10', n: -1 }, { city: 'Bonn 9', n: 30 }];
const result = (data: readonly DataRow[] = ROWS, colnames = ['city', 'n'], coltypes = [GenericType.String, GenericType.Numeric]): ChartDataResult => ({ data, colnames, coltypes, rowcount: data.length, status: 'success', error: null });
const form = (change: Partial<FormData> = {}): FormData => ({ datasource: '1__table', viz_type: 'table', query_mode: 'aggregate', groupby: ['city'], metrics: ['n'], ...change });
const draw = (change: Partial<FormData> = {}, results: readonly ChartDataResult[] = [result()]) =>
  table.transformProps({ width: 400, height: 300, locale: 'en', place: 'dashboard', ownState: {}, filterState: undefined, results, theme, colorOf: () => '', formData: form(change) });

describe('[VIZ-09] rows', () => {
  it('sort by value, texts as people do, empty cells last both ways', () => {
    const order = (key: string, descending: boolean) => sortRows(ROWS, { key, descending }).map(({ city }) => city);
    expect(order('n', false)).toEqual(['Bonn 10', 'Rome', 'Bonn 9', 'Oslo']);
    expect(order('n', true)).toEqual(['Bonn 9', 'Rome', 'Bonn 10', 'Oslo']);
    expect(order('city', false)).toEqual(['Bonn 9', 'Bonn 10', 'Oslo', 'Rome']);
  });
  it('are found by what their cells show', () => {
    const { columns } = draw({ column_config: { n: { d3NumberFormat: '$,.2f' } } });
    expect(filterRows(ROWS, columns, 'bonn')).toHaveLength(2);
    expect(filterRows(ROWS, columns, '$30.00').map(({ city }) => city)).toEqual(['Bonn 9']);
  });
});

describe('[VIZ-09] columns', () => {
  it('align numbers at the end, and bars with a sign only where signs differ', () => {
    const [city, n] = draw().columns;
    expect([city?.align, n?.align, n?.colorSigns, n?.barExtent]).toEqual(['start', 'end', true, 30]);
    expect(draw({}, [result(ROWS.slice(0, 2))]).columns[1]?.colorSigns).toBe(false);
    expect(draw({ query_mode: 'raw', all_columns: ['city', 'n'] }).columns[1]?.barExtent).toBe(0);
  });
  it('show a metric wanted as a share only as a share, of all records when asked', () => {
    const shares = result([{ city: 'Rome', n: 2, '%n': 1 }], ['city', 'n', '%n'], [GenericType.String, GenericType.Numeric, GenericType.Numeric]);
    const ask = { metrics: [], percent_metrics: ['n'] };
    expect(draw(ask, [shares]).columns.map(({ key }) => key)).toEqual(['city', '%n']);
    const all = draw({ ...ask, percent_metric_calculation: 'all_records' }, [shares, result([{ n: 8 }], ['n'], [GenericType.Numeric])]);
    expect(all.columns[1]?.format(all.rows[0]?.['%n'])).toBe('25.0%');
  });
  it('find the summary and the number of rows among the results', () => {
    const drawn = draw({ server_pagination: true, show_totals: true }, [result(), result([{ rowcount: 120 }]), result([{ n: 31 }])]);
    expect([drawn.serverRowCount, drawn.totals?.['n']]).toEqual([120, 31]);
  });
  it('fill the width; too much is taken from the widest text', () => {
    const wide = draw({}, [result([{ city: 'A very long name that takes all the room there is and more', n: 1 }])]);
    const sum = (width: number) => columnWidths(wide.columns, wide.rows, undefined, width, '12px x').reduce((total, item) => total + item, 0);
    expect(sum(800)).toBeCloseTo(800, 0);
    expect(sum(300)).toBeLessThanOrEqual(300);
    expect(columnWidths(wide.columns, wide.rows, undefined, 300, '12px x')[1]).toBeGreaterThanOrEqual(56);
    expect(columnWidths(draw({ column_config: { n: { columnWidth: 70 } } }).columns, ROWS, undefined, 800, '12px x')[1]).toBe(70);
  });
  it('are coloured by the first rule that applies, stronger towards the extreme', () => {
    const color = cellColor([{ operator: '>', targetValue: 10, colorScheme: 'colorSuccess' }, { operator: 'None', colorScheme: '#123456' }], [0, 10, 20], theme);
    expect(color(20)).toBe('color-mix(in srgb, green 50%, transparent)');
    expect(color(15)).toBe('color-mix(in srgb, green 29%, transparent)');
    expect(color(5)).toContain('#123456');
    expect(color(null)).toBeUndefined();
    expect(cellColor([{ operator: 'containing', targetValue: 'RO' }], [], theme)('Rome')).toBe('color-mix(in srgb, blue 50%, transparent)');
  });
});

describe('[VQ-16] cells', () => {
  it('join and leave the selection of their column', () => {
    const one = tableMask({}, 'city', 'Rome');
    expect(one).toEqual({ extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['Rome'] }] }, filterState: { value: ['Rome'], label: 'Rome', filters: { city: ['Rome'] } } });
    expect(tableMask({ city: ['Rome'] }, 'city', 'Oslo').extraFormData?.filters).toEqual([{ col: 'city', op: 'IN', val: ['Rome', 'Oslo'] }]);
    expect(tableMask({}, 'city', null).extraFormData?.filters).toEqual([{ col: 'city', op: 'IS NULL' }]);
    expect(tableMask({ city: ['Rome'] }, 'city', 'Rome')).toEqual({ extraFormData: { filters: [] }, filterState: { value: null, label: '', filters: {} } });
  });
});

describe('[VIZ-09] drawn', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [{ manifest, plugin, messages }] });
    await host.activate('viz-table');
  });
  afterEach(cleanup);
  afterAll(() => host.close());
  const cells = (container: HTMLElement) => [...container.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);

  it('pages, sorts and searches by itself', async () => {
    const { container, getByRole } = await host.renderViz('table', { formData: form({ page_length: 2, include_search: true }), results: [result()] });
    expect(cells(container)).toEqual(['Rome', 'Oslo']);
    fireEvent.click(getByRole('button', { name: 'Next page' }));
    expect(cells(container)).toEqual(['Bonn 10', 'Bonn 9']);
    fireEvent.click(getByRole('button', { name: 'city' }));
    expect(getByRole('columnheader', { name: /city/ }).getAttribute('aria-sort')).toBe('ascending');
    fireEvent.change(getByRole('searchbox'), { target: { value: 'bonn' } });
    expect(cells(container)).toEqual(['Bonn 9', 'Bonn 10']);
  });

  it('asks the server for another page, order or search through its own state', async () => {
    const masks: DataMask[] = [];
    const request = { formData: form({ server_pagination: true, server_page_length: 2, include_search: true }), results: [result(ROWS.slice(0, 2)), result([{ rowcount: 4 }])], hooks: { setDataMask: (mask: DataMask) => void masks.push(mask) } };
    const { container, getByRole } = await host.renderViz('table', request);
    fireEvent.click(getByRole('button', { name: 'Next page' }));
    fireEvent.click(getByRole('button', { name: 'n' }));
    fireEvent.change(getByRole('searchbox'), { target: { value: 'ro' } });
    expect(masks.map(({ ownState }) => ownState)).toEqual([{ currentPage: 1 }, { sortBy: [{ key: 'n', desc: false }], currentPage: 0 }, { searchText: 'ro', searchColumn: 'city', currentPage: 0 }]);
    expect(cells(container)).toEqual(['Rome', 'Oslo']);
  });
});
