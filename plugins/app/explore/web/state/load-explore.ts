import type { FormData } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import { migrateFormData } from '@orrery/sdk/viz';
import { urlParamsOf } from '@orrery/sdk/web';
import { initControls } from '../model/init-controls.ts';
import { withChartDefaults } from '../model/with-chart-defaults.ts';
import type { ExploreRequest } from '../model/url-state.ts';
import { validateControls } from '../model/validate-controls.ts';
import type { ExploreAction } from './actions.ts';
import type { ExploreAnswer } from './explore-state.ts';
import { loadVizType } from './load-viz-type.ts';

const DEFAULT_VIZ_TYPE = 'table';

/** Loads what the address asks for and puts every control at its value. */
export async function loadExplore(ctx: PluginContext, request: ExploreRequest, signal: AbortSignal): Promise<Extract<ExploreAction, { type: 'explore/LOADED' }>> {
  const { result } = await ctx.api.get<{ result: ExploreAnswer }>('/api/v1/explore/', { params: { ...request }, signal });
  const formData: FormData = {
    ...result.form_data,
    viz_type: request.viz_type ?? result.form_data.viz_type ?? DEFAULT_VIZ_TYPE,
    ...(result.slice ? { slice_id: result.slice.slice_id } : {}),
    url_params: { ...(result.form_data['url_params'] as Record<string, string> | undefined), ...urlParamsOf(ctx.router.location().search) },
  };
  const vizType = await loadVizType(ctx.points, formData.viz_type);
  if (!vizType) return { type: 'explore/LOADED', answer: result, formData, baseline: formData, isReady: result.slice !== null };
  const panel = vizType.controlPanel;
  const initial = initControls(panel, migrateFormData(vizType, formData), result.dataset);
  const ready = result.slice ? initial : withChartDefaults(initial, formData, { timeRange: ctx.settings.get('timeRange') ?? ctx.bootstrap.common.conf['DEFAULT_TIME_FILTER'], rowLimit: ctx.settings.get('rowLimit') });
  const saved = result.slice && { ...result.slice.form_data, datasource: formData.datasource, slice_id: result.slice.slice_id };
  const baseline = saved && saved.viz_type === formData.viz_type ? initControls(panel, migrateFormData(vizType, saved), result.dataset) : (saved ?? ready);
  // A new chart waits for its author; a saved one, or one handed over by a link, is drawn at once.
  const isAsked = result.slice !== null || Boolean(request.form_data_key ?? request.permalink_key ?? request.form_data);
  const isReady = isAsked && Object.keys(validateControls(panel, ready, result.dataset)).length === 0;
  return { type: 'explore/LOADED', answer: result, formData: ready, baseline, isReady };
}
