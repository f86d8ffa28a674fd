// @vitest-environment jsdom
import { memo } from 'react';
import type { ReactNode } from 'react';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DisposableStore } from '@orrery/sdk';
import type { DataMask, JsonObject } from '@orrery/sdk';
import { ApiError, PluginScopeContext } from '@orrery/sdk/web';
import type { PluginContext, RequestOptions } from '@orrery/sdk/web';
import { createPluginStore } from '../../../../../kernel/web/store/create-plugin-store.ts';
import { createSliceStore } from '../../../../../kernel/web/store/create-store.ts';
import type { ChartService, ChartViewProps } from '../../../chart/contract.ts';
import texts from '../../locales/en.json';
import type { FilterInputProps, FilterTypeCode } from '../../contract.ts';
import { createDashboardSaga } from '../state/dashboard-saga.ts';
import { dashboardReducer } from '../state/dashboard-slice.ts';
import type { DashboardState } from '../state/dashboard-slice.ts';
import { createDashboardPage } from './create-dashboard-page.tsx';

const t = (key: string, args: Record<string, unknown> = {}) => {
  const plural = key in texts ? key : `${key}_${args['count'] === 1 ? 'one' : 'other'}`;
  const found = (texts as Record<string, string>)[plural] ?? key;
  return Object.entries(args).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)), found);
};

/** A chart that shows what filters it, counts its renders, and selects a carrier when clicked. */
const renders: string[] = [];
const ChartView = memo(function FakeChart({ chartKey, formData, hooks, title, isVisible }: ChartViewProps) {
  renders.push(title);
  const filters = (formData['extra_form_data'] as { filters?: { val: unknown }[] } | undefined)?.filters ?? [];
  const mask: DataMask = { extraFormData: { filters: [{ col: 'carrier', op: 'IN', val: ['AA'] }] }, filterState: { value: ['AA'] } };
  return (
    <button type="button" data-testid={chartKey} data-waits={isVisible === false} onClick={() => hooks?.setDataMask?.(mask)}>
      {`${title} ${JSON.stringify(filters.map(({ val }) => val))}`}
    </button>
  );
});

const city: FilterTypeCode = {
  Input: ({ value, onChange, labelId }: FilterInputProps) => (
    <input aria-labelledby={labelId} value={String(value ?? '')} onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)} />
  ),
  toDataMask: (value) => (value === null ? { extraFormData: {}, filterState: { value: null } } : { extraFormData: { filters: [{ col: 'city', op: 'IN', val: [String(value)] }] }, filterState: { value } }),
  describe: () => '',
};

const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['ROW-1', 'TABS-1'] },
  'ROW-1': { type: 'ROW', children: ['CHART-1', 'CHART-2'] },
  'CHART-1': { type: 'CHART', children: [], meta: { chartId: 1, width: 6, height: 40 } },
  'CHART-2': { type: 'CHART', children: [], meta: { chartId: 2, width: 6, height: 40, sliceNameOverride: 'Two' } },
  'TABS-1': { type: 'TABS', children: ['TAB-a', 'TAB-b'] },
  'TAB-a': { type: 'TAB', children: [], meta: { text: 'First' } },
  'TAB-b': { type: 'TAB', children: ['CHART-3'], meta: { text: 'Second' } },
  'CHART-3': { type: 'CHART', children: [], meta: { chartId: 3, width: 4, height: 50 } },
};
const filter = (id: string, more: object = {}) => ({ id, type: 'NATIVE_FILTER', name: `Filter ${id}`, filterType: 'city', targets: [{}], controlValues: {}, chartsInScope: [1], ...more });

function openPage({ metadata = {}, search = '', answers = {} }: { metadata?: JsonObject; search?: string; answers?: Record<string, unknown> } = {}) {
  const bundle = {
    dashboard: { id: 5, dashboard_title: 'Flights', published: true, css: null, position_json: JSON.stringify(position), json_metadata: JSON.stringify(metadata) },
    charts: [1, 2, 3].map((id) => ({ id, slice_name: `Chart ${id}`, description: null, form_data: { datasource: '1__table', viz_type: 'pie' } })),
    datasets: [],
    isFavourite: false,
    canEdit: false,
  };
  const known: Record<string, unknown> = { '/api/v1/dashboard/flights/bundle': bundle, '/api/v1/dashboard/5/filter_state': { key: 'K' }, '/api/v1/dashboard/5/favorites/': {}, ...answers };
  const requests: { path: string; options?: RequestOptions }[] = [];
  const call = async (path: string, options?: RequestOptions) => {
    requests.push({ path, options });
    const answer = known[path];
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new ApiError({ message: 'Not found', status: 404, url: path });
    return answer;
  };
  let location = { pathname: '/superset/dashboard/flights/', search, hash: '' };
  const subscriptions = new DisposableStore();
  const faults: unknown[] = [];
  const report = (_id: string, error: unknown) => faults.push(error);
  const values = new Map<string, unknown>();
  const ctx = {
    subscriptions,
    store: createPluginStore(createSliceStore(report), 'dashboard', subscriptions, report),
    api: { get: call, post: call, delete: call, url: (path: string) => path },
    i18n: { t, language: 'en' },
    ui: { toast: vi.fn(), setTitle: (title: string) => ((document.title = title), { dispose: () => undefined }), standalone: 0 },
    log: { warn: vi.fn() },
    permissions: { can: () => true },
    storage: { get: (key: string) => values.get(key), set: (key: string, value: unknown) => values.set(key, value) },
    bootstrap: { user: { isAnonymous: false } },
    router: {
      location: () => location,
      onDidChange: () => ({ dispose: () => undefined }),
      href: () => '/explore/',
      navigate: vi.fn(),
      navigateTo: vi.fn((path: string) => (location = { ...location, search: path.slice(path.indexOf('?')) })),
    },
    points: { load: async () => city, entries: () => [], find: () => ({ pluginId: 'filter-city' }), onDidChange: () => ({ dispose: () => undefined }) },
  } as unknown as PluginContext;
  const charts = {
    ChartView,
    ChartDialog: () => null,
    state: () => IDLE,
    onDidChange: () => ({ dispose: () => undefined }),
    refresh: vi.fn(),
    resetColors: vi.fn(),
    preload: vi.fn(),
    query: vi.fn(),
  } as unknown as ChartService;
  ctx.store.injectSlice(dashboardReducer);
  ctx.store.injectSaga(createDashboardSaga(ctx, charts));
  const Page = createDashboardPage(charts);
  const Slot = ({ children }: { children: ReactNode }) => <div>{children}</div>;
  const view = render(
    <PluginScopeContext.Provider value={{ ctx, params: { idOrSlug: 'flights' }, Slot }}>
      <Page />
    </PluginScopeContext.Provider>,
  );
  return { ctx, charts, requests, faults, view, state: () => ctx.store.getState() as DashboardState };
}
const IDLE = { status: 'idle' as const };
const chart = (id: number) => screen.findByTestId(`dashboard:5:chart:${id}`);

afterEach(() => {
  cleanup();
  renders.length = 0;
  vi.useRealTimers();
});

describe('dashboard page', () => {
  it('opens with one request and draws what is visible', async () => {
    const { requests, charts, faults } = openPage({ metadata: { label_colors: { AA: 'red' } } });
    expect((await chart(1)).textContent).toBe('Chart 1 []');
    expect((await chart(2)).textContent).toBe('Two []');
    expect(screen.getByRole('heading', { level: 1, name: 'Flights' })).toBeTruthy();
    expect(document.title).toBe('Flights');
    expect(requests.map(({ path }) => path)).toEqual(['/api/v1/dashboard/flights/bundle']);
    expect(charts.resetColors).toHaveBeenCalledWith({ AA: 'red' });
    expect(screen.queryByTestId('dashboard:5:chart:3')).toBeNull();
    const cards = document.querySelectorAll<HTMLElement>('.dashboard-card');
    expect(cards[0]?.style.blockSize).toBe('320px');
    expect(faults).toEqual([]);
  });

  it('[DASH-012] draws a tab’s charts when it is opened, under the filters in force', async () => {
    openPage();
    fireEvent.click(await chart(1));
    fireEvent.click(screen.getByRole('tab', { name: 'Second' }));
    expect((await chart(3)).textContent).toBe('Chart 3 [["AA"]]');
  });

  it('[DASH-098] filters others, not itself, by a click; a second click or the chip’s cross undoes it', async () => {
    openPage();
    fireEvent.click(await chart(1));
    expect((await chart(2)).textContent).toBe('Two [["AA"]]');
    expect((await chart(1)).textContent).toBe('Chart 1 []');
    fireEvent.click(await chart(1));
    expect((await chart(2)).textContent).toBe('Two []');
    fireEvent.click(await chart(1));
    fireEvent.click(screen.getByRole('button', { name: /Show filters \(1 applied\)/ }));
    const chips = await screen.findByRole('region', { name: 'Cross-filters' });
    expect(chips.textContent).toContain('Chart 1: AA');
    fireEvent.click(within(chips).getByRole('button'));
    expect((await chart(2)).textContent).toBe('Two []');
  });

  it('re-renders only charts in scope', async () => {
    openPage({ metadata: { chart_configuration: { 1: { crossFilters: { scope: { rootPath: ['TAB-b'], excluded: [] } } } } } });
    await chart(2);
    renders.length = 0;
    fireEvent.click(await chart(1));
    expect(renders).not.toContain('Two');
  });

  it('[FILT-04] asks nothing until filters are applied, then only charts in scope', async () => {
    openPage({ metadata: { native_filter_configuration: [filter('A')] } });
    const input = await screen.findByRole('textbox', { name: /Filter A/ });
    const apply = screen.getByRole('button', { name: 'Apply filters' });
    expect((apply as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(input, { target: { value: 'Rome' } });
    expect((await chart(1)).textContent).toBe('Chart 1 []');
    fireEvent.click(apply);
    expect((await chart(1)).textContent).toBe('Chart 1 [["Rome"]]');
    expect((await chart(2)).textContent).toBe('Two []');
    expect((apply as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect((await chart(1)).textContent).toBe('Chart 1 [["Rome"]]');
    fireEvent.click(apply);
    expect((await chart(1)).textContent).toBe('Chart 1 []');
  });

  it('[FILT-05] keeps charts waiting for a filter that must speak first, and applies its first value at once', async () => {
    openPage({ metadata: { native_filter_configuration: [filter('A', { requiredFirst: true })] } });
    expect((await chart(1)).dataset['waits']).toBe('true');
    expect((await chart(2)).dataset['waits']).toBe('false');
    fireEvent.change(await screen.findByRole('textbox', { name: /Filter A/ }), { target: { value: 'Rome' } });
    await waitFor(async () => expect((await chart(1)).dataset['waits']).toBe('false'));
    expect((await chart(1)).textContent).toBe('Chart 1 [["Rome"]]');
  });

  it('[FILT-22] says that a required filter needs a value', async () => {
    openPage({ metadata: { native_filter_configuration: [filter('A', { controlValues: { enableEmptyFilter: true }, defaultDataMask: { filterState: { value: 'Rome' } } })] } });
    fireEvent.change(await screen.findByRole('textbox', { name: /Filter A/ }), { target: { value: '' } });
    expect(await screen.findByText('A value is required')).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Apply filters' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('[FILT-06] lets the address name the filters in force, once they rest', async () => {
    const { ctx, requests } = openPage();
    fireEvent.click(await chart(1));
    fireEvent.click(await chart(2));
    await waitFor(() => expect(ctx.router.navigateTo).toHaveBeenCalledWith('/superset/dashboard/flights/?native_filters_key=K', { replace: true }), { timeout: 2000 });
    expect(requests.filter(({ path }) => path.endsWith('/filter_state'))).toHaveLength(1);
  });

  it('[DASH-002] opens with the filters an address names', async () => {
    const masks = { A: { id: 'A', extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['Oslo'] }] }, filterState: { value: 'Oslo' } } };
    openPage({
      metadata: { native_filter_configuration: [filter('A')] },
      search: '?native_filters_key=F',
      answers: { '/api/v1/dashboard/flights/filter_state/F': { value: JSON.stringify(masks) } },
    });
    expect((await chart(1)).textContent).toBe('Chart 1 [["Oslo"]]');
    expect(((await screen.findByRole('textbox', { name: /Filter A/ })) as HTMLInputElement).value).toBe('Oslo');
  });

  it('[DASH-067] shows the star once the server has it, and says when it has not', async () => {
    const { ctx } = openPage({ answers: { '/api/v1/dashboard/5/favorites/': new ApiError({ message: 'No', status: 500, url: '' }) } });
    fireEvent.click(await screen.findByRole('button', { name: 'Add to favourites' }));
    await waitFor(() => expect(ctx.ui.toast).toHaveBeenCalledWith('danger', 'The star could not be saved. No'));
    cleanup();
    openPage();
    fireEvent.click(await screen.findByRole('button', { name: 'Add to favourites' }));
    expect(await screen.findByRole('button', { name: 'Remove from favourites' })).toBeTruthy();
  });

  it('[DASH-063] refreshes itself as often as it says, but for the charts spared', async () => {
    const { charts } = openPage({ metadata: { refresh_frequency: 0.05, timed_refresh_immune_slices: [2] } });
    await chart(1);
    await waitFor(() => expect(charts.refresh).toHaveBeenCalledWith('dashboard:5:chart:1', true));
    expect(charts.refresh).not.toHaveBeenCalledWith('dashboard:5:chart:2', true);
  });

  it('has helpful pages for what is not there or not allowed', async () => {
    openPage({ answers: { '/api/v1/dashboard/flights/bundle': new ApiError({ message: 'No access to data', status: 403, url: '' }) } });
    expect(await screen.findByText('You may not open this dashboard')).toBeTruthy();
    expect(screen.getByText('No access to data')).toBeTruthy();
    cleanup();
    openPage({ answers: { '/api/v1/dashboard/flights/bundle': new ApiError({ message: 'x', status: 404, url: '' }) } });
    expect(await screen.findByText('This dashboard does not exist')).toBeTruthy();
  });

  it('leaves nothing behind', async () => {
    const { view, state, faults } = openPage();
    await chart(1);
    await act(async () => view.unmount());
    expect(state().status).toBe('idle');
    expect(faults).toEqual([]);
  });
});
