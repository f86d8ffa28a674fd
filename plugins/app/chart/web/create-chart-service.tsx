import { Suspense, lazy } from 'react';
import { isApiError } from '@orrery/sdk/web';
import type { PluginContext, PluginMonitor } from '@orrery/sdk/web';
import { buildQueryContext } from '@orrery/sdk/viz';
import type { ChartDialogProps, ChartService } from '../contract.ts';
import { createLabelColors } from './colors/label-colors.ts';
import { createChartEvents } from './lifecycle/chart-events.ts';
import { createChartSaga } from './lifecycle/chart-saga.ts';
import { chartReducer } from './lifecycle/chart-slice.ts';
import type { ChartAction, ChartError } from './lifecycle/chart-slice.ts';
import { createChartDataClient } from './query/chart-data-client.ts';
import { contextKey } from './query/context-key.ts';
import { createJobWaiter } from './query/job-waiter.ts';
import type { ChartDeps } from './view/chart-deps.ts';
import { createChartView } from './view/create-chart-view.tsx';
import { createContributedFormats } from './viz/contributed-formats.ts';
import { createVizLoader } from './viz/viz-loader.ts';

const LazyDialog = lazy(() => import('./view/chart-dialog.tsx').then((module) => ({ default: module.ChartDialog })));

/** Builds the service from its parts; everything is disposed with the plugin. */
export function createChartService(ctx: PluginContext, monitor?: PluginMonitor): ChartService {
  const { subscriptions, store } = ctx;
  const now = () => performance.now();
  const jobs = subscriptions.add(createJobWaiter(ctx));
  const client = subscriptions.add(createChartDataClient({ api: ctx.api, jobs, incomplete: () => ctx.i18n.t('error.incomplete') }));
  subscriptions.add(store.injectSlice(chartReducer));
  const events = subscriptions.add(createChartEvents(store));
  subscriptions.add(store.injectSaga(createChartSaga({ client, now, describeError })));
  const loader = subscriptions.add(createVizLoader(ctx.points, () => client.hold(), monitor));
  const colors = createLabelColors();
  const colorOf = (scheme: string | undefined, label: string, slot?: number) => colors.colorOf(ctx.theme.tokens.categorical, scheme, label, slot);
  const dispatch = (action: ChartAction) => store.dispatch(action);

  const question: ChartDeps['question'] = ({ loaded }, formData, options) => {
    const context = loaded ? loaded.viz.buildQuery(formData, options) : buildQueryContext(formData);
    return { context, key: contextKey(context) };
  };

  const refresh = (chartKey: string, force: boolean) => {
    const { context, contextKey: key, askedFormData } = events.entry(chartKey);
    // A chart that has not asked yet will ask afresh by itself.
    if (!context || key === undefined || !askedFormData) return;
    dispatch({ type: 'chart/ASKED', key: chartKey, context: { ...context, force }, contextKey: key, formData: askedFormData, skipCache: true, at: now() });
  };

  const deps: ChartDeps = {
    ctx,
    events,
    loader,
    formats: createContributedFormats(ctx.points, subscriptions),
    dispatch,
    now,
    colorOf,
    question,
    refresh,
    query: (context, signal) => client.query(context, { signal }),
  };

  return {
    ChartView: createChartView(deps),
    ChartDialog: function ChartDialog(props: ChartDialogProps) {
      return (
        <Suspense fallback={null}>
          <LazyDialog {...props} deps={deps} />
        </Suspense>
      );
    },
    state: (chartKey) => events.entry(chartKey),
    onDidChange: (chartKey, listener) => events.on(chartKey, listener),
    refresh,
    stop: (chartKey) => dispatch({ type: 'chart/STOPPED', key: chartKey, at: now() }),
    query: deps.query,
    async buildContext(formData, options = {}) {
      return question(await loader.resolve(formData.viz_type), formData, options).context;
    },
    colorOf,
    resetColors: (labelColors) => colors.reset(labelColors),
    preload(types) {
      for (const type of new Set(types)) {
        void loader.resolve(type).then(({ loaded }) => loaded && loader.loadChart(loaded).catch(() => undefined));
      }
    },
  };
}

/** The message for the user, and what is behind it for the one who asks. */
function describeError(error: unknown): ChartError {
  if (!isApiError(error)) return { message: error instanceof Error ? error.message : String(error) };
  const detail = error.errors
    .map((item) => [item.error_type, item.message !== error.message ? item.message : undefined, detailOf(item.extra)].filter(Boolean).join('\n'))
    .filter((text) => text !== '')
    .join('\n\n');
  return { message: error.message, detail: detail || undefined, status: error.status, cause: error };
}

function detailOf(extra: unknown): string | undefined {
  return extra && typeof extra === 'object' && Object.keys(extra).length > 0 ? JSON.stringify(extra, null, 2) : undefined;
}
