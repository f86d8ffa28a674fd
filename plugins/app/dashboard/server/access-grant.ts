import type { JsonObject } from '@orrery/sdk';
import { HttpError, sip40 } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { AccessGrant, DatasetService } from '../../dataset/contract.ts';
import type { ChartStore } from '../../explore/contract.ts';
import { guestOf } from '../../security/contract.ts';
import { isPayloadModified } from './guest-payload.ts';
import { hasRoleAccess, loadDashboard } from './load-dashboard.ts';
import { nativeFilters } from './native-filters.ts';

/**
 * Lets a dataset be read where a dashboard shows it (contract §1.4, §3): to holders of the dashboard's roles, and to guests whose token
 * names it. Guests may not change what a stored chart asks.
 */
export function dashboardGrant(ctx: ServerPluginContext, charts: ChartStore, datasets: DatasetService): AccessGrant {
  return async (user, dataset, { dashboardId, chartId, context }) => {
    const query = (context ?? {}) as JsonObject;
    const formData = (query['form_data'] ?? {}) as JsonObject;
    const isFilter = formData['type'] === 'NATIVE_FILTER' || (formData['native_filter_id'] !== undefined && chartId === undefined);
    const guest = guestOf(user);
    if (guest && context !== undefined && chartId !== undefined) {
      const chart = await charts.get(chartId);
      if (chart && isPayloadModified(query, chart)) throw sip40(403, 'DASHBOARD_SECURITY_ACCESS_ERROR', 'Guest user cannot modify chart payload');
    }
    if (dashboardId === undefined || (!guest && !hasRoleAccess(ctx))) return false;

    let dashboard;
    try {
      dashboard = await loadDashboard(ctx, charts, datasets, String(dashboardId), user);
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
    if (!guest && dashboard.roles.length === 0) return false;
    if (isFilter) {
      const filter = nativeFilters(dashboard.row.json_metadata).find(({ id }) => id === formData['native_filter_id']);
      return filter?.targets?.some(({ datasetId }) => datasetId === dataset.id) ?? false;
    }
    const isOver = ({ form_data }: { readonly form_data: { readonly datasource: string } }): boolean => form_data.datasource.split('__')[0] === String(dataset.id);
    if (chartId !== undefined) return dashboard.charts.some((chart) => chart.id === chartId && isOver(chart));
    const drilled = formData['chart_id'];
    if (typeof drilled === 'number') {
      const groupable = new Set(dataset.columns.filter(({ groupby }) => groupby).map(({ column_name }) => column_name));
      const dimensions = [formData['groupby'] ?? []].flat();
      return dimensions.length > 0 && dimensions.every((name) => typeof name === 'string' && groupable.has(name)) && dashboard.charts.some((chart) => chart.id === drilled && isOver(chart));
    }
    // Without a chart only what drilling needs is asked: the dataset itself must stand on the dashboard.
    return context === undefined && dashboard.charts.some(isOver);
  };
}
