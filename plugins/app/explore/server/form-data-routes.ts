import type { User } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition, ServerPluginContext, TemporaryEntry, TemporaryState } from '@orrery/sdk/server';
import { requireJsonText } from '../../../data/rest/contract.ts';
import type { DatasetService } from '../../dataset/contract.ts';
import type { ChartTables } from '../contract.ts';
import { chartFormData } from './chart-form-data.ts';
import { createStateAccess } from './state-access.ts';

/** Unsaved form data behind a key (contract §8.5). */
export interface CachedFormData {
  readonly datasource_id: number;
  readonly datasource_type: string;
  readonly chart_id?: number | null;
  /** JSON text. */
  readonly form_data: string;
}

/** Sliding lifetime of unsaved form data: 7 days, in seconds. */
export const FORM_DATA_TTL = 7 * 86_400;

/** Form data on what is no dataset, such as a query of SQL Lab, is for its author: nothing here knows who else may read that. */
export function isForeign({ owner, value }: TemporaryEntry<CachedFormData>, user: User): boolean {
  const isDataset = value.datasource_type === 'table' || value.datasource_type === 'dataset';
  return !isDataset && (user.id === null || owner !== user.id);
}

const PATH = '/api/v1/explore/form_data';
const read = ['can_read', 'ExploreFormDataRestApi'] as const;
const write = ['can_write', 'ExploreFormDataRestApi'] as const;

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['datasource_id', 'datasource_type', 'form_data'],
  properties: {
    datasource_id: { type: 'integer' },
    datasource_type: { enum: ['table', 'dataset', 'query', 'saved_query', 'view'] },
    chart_id: { type: ['integer', 'null'] },
    form_data: { type: 'string' },
  },
};

/** Routes of unsaved form data (contract §1.2), and a saved chart's form data alone. */
export function formDataRoutes(ctx: ServerPluginContext, datasets: DatasetService, state: TemporaryState<CachedFormData>): readonly RouteDefinition[] {
  const requireAccess = createStateAccess(ctx, datasets);

  /** The dataset must be there, and the caller must be allowed to it and to the chart. */
  async function requireReadable(request: HttpRequest, value: CachedFormData): Promise<void> {
    if (!(await datasets.get(value.datasource_id))) throw new HttpError(404, 'Dataset not found');
    await requireAccess(request.user, value);
  }

  /** What a body says, when it may be kept. */
  async function wanted(request: HttpRequest): Promise<CachedFormData> {
    const value = request.body as CachedFormData;
    requireJsonText('form_data', value.form_data);
    await requireReadable(request, value);
    await requireChart(value.chart_id);
    return value;
  }

  /** A chart a body names must be there. */
  async function requireChart(id: number | null | undefined): Promise<void> {
    if (id === null || id === undefined) return;
    if (!(await ctx.metadata.db<ChartTables>().selectFrom('slices').select('id').where('id', '=', id).executeTakeFirst())) throw new HttpError(404, 'Chart not found');
  }

  // Who did not sign in has no id: their cookies tell them apart, so that nobody is handed the key of what others explore.
  const contextOf = (request: HttpRequest, value: CachedFormData) =>
    [request.user.id ?? request.headers['cookie'] ?? '', request.query['tab_id'] ?? '', value.datasource_id, value.datasource_type, value.chart_id ?? null] as const;

  /** The entry at the request's key when the caller wrote it; refuses otherwise. */
  async function owned(request: HttpRequest) {
    const entry = await state.get(request.params['key'] ?? '');
    if (!entry) throw new HttpError(404, 'Form data not found in cache');
    if (entry.owner !== request.user.id) throw new HttpError(403, 'Changing this form data is forbidden');
    return entry;
  }

  return [
    {
      method: 'POST',
      path: PATH,
      permission: write,
      body,
      async handler(request) {
        const value = await wanted(request);
        return new HttpResponse({ status: 201, body: { key: await state.put(contextOf(request, value), { owner: request.user.id, value }) } });
      },
    },
    {
      method: 'PUT',
      path: `${PATH}/:key`,
      permission: write,
      body,
      async handler(request) {
        await owned(request);
        const value = await wanted(request);
        return { key: await state.replace(request.params['key'] ?? '', contextOf(request, value), { owner: request.user.id, value }) };
      },
    },
    {
      method: 'GET',
      path: `${PATH}/:key`,
      permission: read,
      async handler(request) {
        const entry = await state.get(request.params['key'] ?? '');
        if (!entry) throw new HttpError(404, 'Form data not found in cache');
        if (isForeign(entry, request.user)) throw new HttpError(403, 'Reading this form data is forbidden');
        await requireReadable(request, entry.value);
        return { form_data: entry.value.form_data };
      },
    },
    {
      method: 'DELETE',
      path: `${PATH}/:key`,
      permission: write,
      async handler(request) {
        await owned(request);
        await state.delete(request.params['key'] ?? '');
        return { message: 'Deleted successfully' };
      },
    },
    {
      method: 'GET',
      path: '/api/v1/form_data/',
      permission: ['can_read', 'Chart'],
      async handler(request) {
        const id = Number(request.query['slice_id']);
        const chart = Number.isInteger(id) ? await ctx.metadata.db<ChartTables>().selectFrom('slices').selectAll().where('id', '=', id).executeTakeFirst() : undefined;
        if (!chart) return {};
        const dataset = await datasets.get(chart.datasource_id);
        if (!dataset) throw new HttpError(404, 'Dataset not found');
        const dashboardId = Number(request.query['dashboard_id']);
        await datasets.requireAccessVia(request.user, dataset, { chartId: chart.id, ...(Number.isInteger(dashboardId) ? { dashboardId } : {}) });
        return chartFormData(chart);
      },
    },
  ];
}
