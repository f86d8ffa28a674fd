import { call, debounce, put, takeLatest, takeLeading } from 'redux-saga/effects';
import type { PluginContext } from '@orrery/sdk/web';
import { isApiError } from '@orrery/sdk/web';
import { dashboardRoute } from '../../../dashboard/contract.ts';
import { initControls } from '../model/init-controls.ts';
import { switchViz } from '../model/switch-viz.ts';
import { validateControls } from '../model/validate-controls.ts';
import type { ExploreServices } from '../services.ts';
import type { ExploreAction } from './actions.ts';
import type { ExploreState } from './explore-state.ts';
import { failureMessage } from './failure-message.ts';
import { showAddress, storeFormData } from './keep-address.ts';
import { loadExplore } from './load-explore.ts';
import { loadVizType } from './load-viz-type.ts';
import { saveChart } from './save-chart.ts';
import type { SaveResult } from './save-chart.ts';

type Of<T extends ExploreAction['type']> = Extract<ExploreAction, { type: T }>;

/** Milliseconds of quiet before unsaved settings go to the server. */
const ADDRESS_DELAY = 300;

/** Explore's long-lived flows: loading, switching the viz type, saving, keeping the address. */
export function createExploreSaga(ctx: PluginContext, services: ExploreServices): () => Generator {
  const { charts } = services;
  const state = () => ctx.store.getState() as ExploreState;
  const tabId = String(Math.floor(Math.random() * 1e9));

  function* load({ request }: Of<'explore/OPENED'>): Generator {
    const abort = new AbortController();
    try {
      const loaded = (yield call(loadExplore, ctx, request, abort.signal)) as Of<'explore/LOADED'>;
      if (loaded.answer.message) ctx.ui.toast('warning', loaded.answer.message);
      yield put(loaded);
      const id = loaded.answer.slice?.slice_id;
      if (id !== undefined) yield call(loadFavourite, id);
    } catch (error) {
      yield put({ type: 'explore/LOAD_FAILED', message: failureMessage(error, ctx), status: isApiError(error) ? error.status : 0 });
    } finally {
      abort.abort();
    }
  }

  function* loadFavourite(id: number): Generator {
    try {
      const { result } = (yield call(() => ctx.api.get<{ result: { value: boolean }[] }>('/api/v1/chart/favorite_status/', { q: [id] }))) as { result: { value: boolean }[] };
      yield put({ type: 'explore/FAVOURITE_KNOWN', isFavourite: result[0]?.value === true });
    } catch (error) {
      ctx.log.warn('Explore: favourite status unknown', { error: String(error) });
    }
  }

  function* switchTo({ vizType }: Of<'explore/VIZ_CHOSEN'>): Generator {
    const { formData, memory, dataset } = state();
    if (!formData || formData.viz_type === vizType) return;
    const viz = (yield call(loadVizType, ctx.points, vizType)) as Awaited<ReturnType<typeof loadVizType>>;
    if (!viz) {
      ctx.ui.toast('danger', ctx.i18n.t('gallery.failed', { type: vizType }));
      return;
    }
    const switched = switchViz(state().formData ?? formData, vizType, viz.controlPanel, memory[vizType]);
    const next = initControls(viz.controlPanel, switched, dataset);
    yield put({ type: 'explore/VIZ_SWITCHED', formData: next });
    if (Object.keys(validateControls(viz.controlPanel, next, dataset)).length === 0) yield put({ type: 'explore/RUN' });
  }

  function* save({ save: request }: Of<'explore/SAVE_REQUESTED'>): Generator {
    try {
      const result = (yield call(saveChart, ctx, charts, state(), request)) as SaveResult;
      yield put({ type: 'explore/SAVED', slice: result.slice, formData: result.formData });
      for (const message of result.messages) ctx.ui.toast('success', message);
      if (request.goToDashboard && result.dashboardId !== undefined) ctx.router.navigate(dashboardRoute, { idOrSlug: result.dashboardId });
      else showAddress(ctx, services, state(), undefined, request.mode);
    } catch (error) {
      yield put({ type: 'explore/SAVE_FAILED', message: failureMessage(error, ctx, 'save.forbidden') });
    }
  }

  function* keepAddress(): Generator {
    if (state().status !== 'ready') return;
    const key = (yield call(storeFormData, ctx, state(), tabId)) as string | undefined;
    showAddress(ctx, services, state(), key);
  }

  function* toggleFavourite(): Generator {
    const { slice, isFavourite } = state();
    if (!slice) return;
    const path = `/api/v1/chart/${slice.slice_id}/favorites/`;
    try {
      yield call(() => (isFavourite ? ctx.api.post(path) : ctx.api.delete(path)));
    } catch {
      yield put({ type: 'explore/FAVOURITE_KNOWN', isFavourite: !isFavourite });
      ctx.ui.toast('danger', ctx.i18n.t('favourite.failed'));
    }
  }

  return function* exploreSaga(): Generator {
    yield takeLatest(['explore/OPENED', 'explore/CLOSED'], function* (action: Of<'explore/OPENED'> | Of<'explore/CLOSED'>) {
      if (action.type === 'explore/OPENED') yield* load(action);
    });
    yield takeLatest('explore/VIZ_CHOSEN', switchTo);
    yield takeLeading('explore/SAVE_REQUESTED', save);
    yield debounce(ADDRESS_DELAY, 'explore/RUN', keepAddress);
    yield takeLeading('explore/FAVOURITE_TOGGLED', toggleFavourite);
  };
}
