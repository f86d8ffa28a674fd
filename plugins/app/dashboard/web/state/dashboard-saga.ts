import { all, call, debounce, delay, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { isApiError } from '@orrery/sdk/web';
import type { PluginContext } from '@orrery/sdk/web';
import type { ChartService } from '../../../chart/contract.ts';
import { visibleCharts, revealNode, withTabs } from '../layout/active-tabs.ts';
import type { ActiveTabs } from '../layout/active-tabs.ts';
import { chartKeysOf, createDashboardModel } from '../load/dashboard-model.ts';
import type { DashboardModel } from '../load/dashboard-model.ts';
import { loadBundle } from '../load/load-bundle.ts';
import { filtersWithoutFirst, loadLinkedState, startingMasks } from '../load/starting-state.ts';
import type { LinkedState } from '../load/starting-state.ts';
import type { DashboardBundle } from '../../contract.ts';
import { saveFilterState } from './filter-state-link.ts';
import type { DashboardAction, DashboardState } from './dashboard-slice.ts';

type Of<T extends DashboardAction['type']> = Extract<DashboardAction, { type: T }>;

/** Milliseconds after the last change of filters before the address follows (FILT-06). */
const LINK_DELAY = 500;

/** The dashboard's long-lived flows: load, refresh, favourite, and the address that follows the filters. */
export function createDashboardSaga(ctx: PluginContext, charts: ChartService): () => Generator {
  const current = () => ctx.store.getState() as DashboardState | undefined;

  function* load(asked: Of<'dashboard/LOAD_ASKED' | 'dashboard/LEFT'>): Generator {
    if (asked.type === 'dashboard/LEFT') return;
    const { ref, search, hash } = asked;
    const controller = new AbortController();
    try {
      const [bundle, linked] = (yield all([
        call(loadBundle, ctx.api, ref, controller.signal),
        call(loadLinkedState, ctx.api, ref, search, controller.signal),
      ])) as [DashboardBundle, LinkedState];
      const model = createDashboardModel(bundle);
      const masks = startingMasks(model.filters, linked.masks);
      const activeTabs = startingTabs(model, linked, search, hash);
      charts.resetColors(labelColors(model));
      charts.preload(visibleCharts(model.layout.body, activeTabs).flatMap((id) => model.charts[id]?.form_data.viz_type ?? []));
      if (linked.isExpired) ctx.ui.toast('warning', ctx.i18n.t('link.expired'));
      const pendingFirst = filtersWithoutFirst(model.filters, masks);
      yield put({ type: 'dashboard/LOADED', ref, loaded: { bundle, model, masks, pendingFirst, activeTabs } });
    } catch (error) {
      const problem = { status: isApiError(error) ? error.status : 0, message: error instanceof Error ? error.message : String(error) };
      yield put({ type: 'dashboard/LOAD_FAILED', ref, problem });
    } finally {
      controller.abort();
    }
  }

  function* favourite({ isFavourite }: Of<'dashboard/FAVOURITE_ASKED'>): Generator {
    const model = current()?.model;
    if (!model) return;
    const path = `/api/v1/dashboard/${model.id}/favorites/`;
    try {
      yield call(async () => (isFavourite ? ctx.api.post(path) : ctx.api.delete(path)));
      yield put({ type: 'dashboard/FAVOURITE_SET', isFavourite });
    } catch (error) {
      ctx.ui.toast('danger', ctx.i18n.t('favourite.failed', { reason: error instanceof Error ? error.message : '' }));
    }
  }

  function refreshCharts(isSpared: (chartId: number) => boolean = () => false): void {
    const model = current()?.model;
    if (!model) return;
    for (const id of Object.keys(model.layout.chartNodes).map(Number)) {
      if (!isSpared(id)) for (const key of chartKeysOf(model, id)) charts.refresh(key, true);
    }
  }

  function* refreshPeriodically(): Generator {
    for (;;) {
      const seconds = current()?.refreshSeconds ?? 0;
      if (seconds <= 0) return;
      yield delay(seconds * 1000);
      const immune = current()?.model?.metadata['timed_refresh_immune_slices'];
      // Nobody looks at a hidden page; it catches up at the next round.
      if (!document.hidden) refreshCharts((id) => Array.isArray(immune) && immune.includes(id));
    }
  }

  function* follow(): Generator {
    const state = current();
    if (state?.status !== 'ready' || !state.model || ctx.bootstrap.embedded) return;
    yield call(saveFilterState, ctx, state.model.id, state.masks);
  }

  return function* dashboardSaga(): Generator {
    yield takeLatest(['dashboard/LOAD_ASKED', 'dashboard/LEFT'], load);
    yield takeEvery('dashboard/FAVOURITE_ASKED', favourite);
    yield takeEvery('dashboard/REFRESH_ASKED', () => refreshCharts());
    yield takeLatest(['dashboard/LOADED', 'dashboard/REFRESH_SECONDS_SET', 'dashboard/LEFT'], refreshPeriodically);
    yield debounce(LINK_DELAY, ['dashboard/MASK_SET', 'dashboard/MASKS_CLEARED', 'dashboard/FILTERS_APPLIED'], follow);
  };
}

/** A chart or component named by the address is brought to view, whatever tab it is on (DASH-006). */
function startingTabs(model: DashboardModel, linked: LinkedState, search: string, hash: string): ActiveTabs {
  const tabs = withTabs(model.layout, {}, linked.activeTabs);
  const focused = model.layout.chartNodes[Number(new URLSearchParams(search).get('focused_chart'))]?.[0];
  const target = focused ?? decodeURIComponent(hash.replace(/^#/, ''));
  return target ? revealNode(model.layout, tabs, target) : tabs;
}

function labelColors({ metadata }: DashboardModel): Record<string, string> {
  const colors = { ...(metadata['map_label_colors'] as object | undefined), ...(metadata['label_colors'] as object | undefined) };
  return Object.fromEntries(Object.entries(colors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
