import type { FormData } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import type { ChartService } from '../../../chart/contract.ts';
import { appendToLayout } from '../model/append-to-layout.ts';
import { savePayload, storedFormData } from '../model/save-payload.ts';
import type { SaveRequest } from './actions.ts';
import type { ExploreState, Slice } from './explore-state.ts';

/** What saving led to. */
export interface SaveResult {
  readonly slice: Slice;
  readonly formData: FormData;
  readonly dashboardId?: number;
  /** Texts to show, in order. */
  readonly messages: readonly string[];
}

const makeId = () => Math.random().toString(36).slice(2, 12);

async function placeOnDashboard(ctx: PluginContext, dashboardId: number, chart: { id: number; name: string }): Promise<void> {
  const { result } = await ctx.api.get<{ result: { position_json: string | null } }>(`/api/v1/dashboard/${dashboardId}`);
  const position = appendToLayout(result.position_json, chart, makeId);
  if (position !== result.position_json) await ctx.api.put(`/api/v1/dashboard/${dashboardId}`, { body: { position_json: position } });
}

/** Saves the chart, puts it on the dashboard chosen, and says what was done. */
export async function saveChart(ctx: PluginContext, charts: ChartService, state: ExploreState, request: SaveRequest): Promise<SaveResult> {
  const { t } = ctx.i18n;
  const { name, dashboard } = request;
  const formData = state.formData as FormData;
  const messages: string[] = [];
  let dashboardId = dashboard && 'id' in dashboard ? dashboard.id : undefined;
  if (dashboard && dashboardId === undefined) {
    dashboardId = (await ctx.api.post<{ id: number }>('/api/v1/dashboard/', { body: { dashboard_title: dashboard.title } })).id;
  }
  const isOverwrite = request.mode === 'overwrite' && state.slice !== null;
  const before = isOverwrite ? (state.metadata.dashboards ?? []).map(({ id }) => id) : [];
  const dashboards = dashboardId === undefined || before.includes(dashboardId) ? before : [...before, dashboardId];
  const context = await charts.buildContext(storedFormData(formData, dashboards), { dataset: state.dataset });
  const body = savePayload(name, formData, context, dashboards);
  const previous = state.slice;
  let id: number;
  if (isOverwrite && previous) {
    await ctx.api.put(`/api/v1/chart/${previous.slice_id}`, { body });
    id = previous.slice_id;
    messages.push(t('save.overwritten', { name }));
  } else {
    const owner = ctx.bootstrap.user.id;
    id = (await ctx.api.post<{ id: number }>('/api/v1/chart/', { body: { ...body, owners: owner === null ? [] : [owner] } })).id;
    messages.push(t('save.saved', { name }));
  }
  if (dashboard && dashboardId !== undefined) {
    await placeOnDashboard(ctx, dashboardId, { id, name });
    messages.push(t('id' in dashboard ? 'save.added' : 'save.dashboard-created', { name, dashboard: dashboard.title }));
  }
  const next: FormData = { ...formData, slice_id: id };
  const owners = isOverwrite && previous ? previous.owners : [ctx.bootstrap.user.id ?? -1];
  return { slice: { ...(isOverwrite ? previous : {}), slice_id: id, slice_name: name, form_data: next, owners }, formData: next, dashboardId, messages };
}
