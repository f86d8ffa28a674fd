import { runSaga, stdChannel } from 'redux-saga';
import type { ReactElement, ReactNode } from 'react';
import { toDisposable } from '@orrery/sdk';
import type { ChartDataResult, Dataset, FormData, QueryContext } from '@orrery/sdk';
import { ApiError, PluginScopeContext } from '@orrery/sdk/web';
import type { Action, PluginContext, PluginScope, RouteLocation } from '@orrery/sdk/web';
import { buildTimeseriesQuery, defineVizType, timeseriesQuerySection } from '@orrery/sdk/viz';
import type { ControlPanel, VizType } from '@orrery/sdk/viz';
import type { ChartState, ChartService, ChartViewProps } from '../../../chart/contract.ts';
import en from '../../locales/en.json';
import { ServicesContext } from '../services.ts';
import type { ExploreServices } from '../services.ts';
import { exploreReducer } from '../state/explore-reducer.ts';
import { createExploreSaga } from '../state/explore-saga.ts';
import type { ExploreState } from '../state/explore-state.ts';
import { INITIAL_STATE } from '../state/explore-state.ts';

/** A small dataset of flights. */
export const FLIGHTS: Dataset = {
  id: 7,
  uid: '7__table',
  type: 'table',
  name: 'flights',
  datasource_name: 'flights',
  table_name: 'flights',
  database: { id: 1, name: 'examples', backend: 'duckdb' },
  main_dttm_col: 'date',
  columns: [
    { id: 1, column_name: 'date', filterable: true, groupby: true, is_dttm: true, type: 'TIMESTAMP', type_generic: 2 },
    { id: 2, column_name: 'origin', filterable: true, groupby: true, is_dttm: false, type: 'VARCHAR', type_generic: 1 },
    { id: 3, column_name: 'delay', filterable: true, groupby: false, is_dttm: false, type: 'INTEGER', type_generic: 0 },
  ],
  metrics: [{ id: 1, metric_name: 'count', expression: 'COUNT(*)' }],
  verbose_map: {},
  column_formats: {},
  granularity_sqla: [['date', 'date']],
  time_grain_sqla: [
    ['P1D', 'Day'],
    ['P1M', 'Month'],
  ],
};

export const PANEL: ControlPanel = {
  sections: [timeseriesQuerySection, { id: 'chart-options', label: '%section.chart-options%', tab: 'customize', expanded: true, rows: [['show_legend', 'color_scheme']] }],
};
const LINE: VizType = defineVizType({
  controlPanel: PANEL,
  buildQuery: (formData) => buildTimeseriesQuery(formData),
  transformProps: () => ({}),
  loadChart: () => Promise.reject(new Error('not drawn in tests')),
  describe: () => '',
});
const TABLE: VizType = { ...LINE, controlPanel: { sections: [{ id: 'query', label: '%section.query%', tab: 'data', rows: [['query_mode'], ['groupby'], ['metrics'], ['row_limit']] }] } };
const VIZ: Readonly<Record<string, VizType>> = { echarts_timeseries_line: LINE, table: TABLE };

type Handler = (request: { method: string; path: string; body: unknown; params: unknown; q: unknown }) => unknown;

/** Explore with a server made of `handlers` (`GET /path` → answer) and a chart service that only remembers. */
export function createHarness(options: { search?: string; handlers?: Record<string, Handler>; isAdmin?: boolean } = {}) {
  const channel = stdChannel<Action>();
  const listeners = new Set<() => void>();
  const calls: { method: string; path: string; body: unknown; params: unknown; q: unknown }[] = [];
  const toasts: string[] = [];
  let state: ExploreState = INITIAL_STATE;
  let location: RouteLocation = { pathname: '/explore/', search: options.search ?? '', hash: '' };
  const locationListeners = new Set<(location: RouteLocation) => void>();
  const visited: string[] = [];
  const dispatch = (action: Action) => {
    state = exploreReducer(state, action);
    for (const listener of listeners) listener();
    channel.put(action);
  };
  const request = (method: string) => (path: string, init: { body?: unknown; params?: unknown; q?: unknown } = {}) => {
    const call = { method, path, body: init.body, params: init.params, q: init.q };
    calls.push(call);
    const handler = options.handlers?.[`${method} ${path}`];
    if (!handler) return Promise.reject(new ApiError({ message: `No handler for ${method} ${path}`, status: 404, url: path }));
    return Promise.resolve().then(() => handler(call));
  };
  const t = (key: string, args: Readonly<Record<string, string | number>> = {}) => {
    const texts = en as Readonly<Record<string, string>>;
    const text = texts[`${key}_${args['count'] === 1 ? 'one' : 'other'}`] ?? texts[key] ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(args[name] ?? ''));
  };
  const none = () => toDisposable(() => undefined);
  const colors = { text: '#000', success: '#0a0', warning: '#aa0', danger: '#a00' };
  const ctx = {
    api: { get: request('GET'), post: request('POST'), put: request('PUT'), delete: request('DELETE'), url: (path: string) => path },
    bootstrap: { user: { id: 1, isAdmin: options.isAdmin === true }, common: { conf: {} } },
    i18n: { language: 'en', direction: 'ltr', t },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    permissions: { can: () => true },
    points: {
      entries: () => Object.keys(VIZ).map((key) => ({ key, pluginId: key, point: 'explore.viz-types', value: { type: key, title: key, category: 'evolution', id: key } })),
      loadAll: () => Promise.resolve([]),
      load: (point: { id: string }, key: string) =>
        point.id === 'explore.viz-types' && VIZ[key] ? Promise.resolve({ load: () => Promise.resolve(VIZ[key]) }) : Promise.reject(new Error(`no ${key}`)),
      onDidChange: none,
    },
    router: {
      location: () => location,
      href: (ref: { id: string }) => `#${ref.id}`,
      block: none,
      onDidChange: (listener: (location: RouteLocation) => void) => {
        locationListeners.add(listener);
        return toDisposable(() => locationListeners.delete(listener));
      },
      navigate: (ref: { id: string }, params: unknown, to: { search?: Record<string, string> } = {}) => {
        visited.push(ref.id);
        if (ref.id !== 'explore.view') return;
        location = { pathname: '/explore/', search: `?${new URLSearchParams(to.search).toString()}`, hash: '' };
        for (const listener of locationListeners) listener(location);
      },
    },
    settings: { get: () => undefined },
    storage: { get: () => undefined, set() {}, remove() {} },
    store: { dispatch, getState: () => state, subscribe: (listener: () => void) => (listeners.add(listener), toDisposable(() => listeners.delete(listener))) },
    theme: { tokens: { colors, categorical: ['#123456'], sequential: [] }, onDidChange: none },
    ui: { toast: (_kind: string, message: string) => (toasts.push(message), none()), setTitle: none, standalone: 0 },
  } as unknown as PluginContext;

  const drawn: ChartViewProps[] = [];
  const contexts: QueryContext[] = [];
  const idle: ChartState = { status: 'idle' };
  const charts = {
    ChartView: (props: ChartViewProps): ReactElement => {
      drawn.push(props);
      return <figure aria-label={props.title} />;
    },
    state: () => idle,
    onDidChange: none,
    refresh() {},
    stop() {},
    query: (context: QueryContext): Promise<readonly ChartDataResult[]> => {
      contexts.push(context);
      return Promise.resolve([{ data: [{ origin: 'JFK' }, { origin: 'LAX' }], colnames: ['origin'], coltypes: [1], rowcount: 2 }]);
    },
    buildContext: (formData: FormData) => Promise.resolve(buildTimeseriesQuery(formData)),
  } as unknown as ChartService;
  const services: ExploreServices = { charts, leaving: { isOwnMove: false } };
  const task = runSaga({ channel, dispatch, getState: () => state }, createExploreSaga(ctx, services));
  const scope: PluginScope = { ctx, params: {}, Slot: ({ children }) => <>{children}</> };
  return {
    ctx,
    services,
    calls,
    toasts,
    visited,
    drawn,
    contexts,
    dispatch,
    state: () => state,
    search: () => location.search,
    stop: () => task.cancel(),
    wrap: ({ children }: { children: ReactNode }): ReactElement => (
      <PluginScopeContext value={scope}>
        <ServicesContext value={services}>{children}</ServicesContext>
      </PluginScopeContext>
    ),
  };
}
