import type { FormData, JsonObject, User } from '@orrery/sdk';
import { auditTime, HttpError, HttpResponse, humanizeTime } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition, ServerPluginContext, TemporaryState } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { isTooDeep } from '../../../data/rest/contract.ts';
import type { DashboardTables } from '../../dashboard/contract.ts';
import { isSafeEndpoint } from '../../dataset/contract.ts';
import type { DatasetRecord, DatasetService } from '../../dataset/contract.ts';
import type { ChartTables } from '../contract.ts';
import { chartFormData, chartUrl, parseObject } from './chart-form-data.ts';
import type { CachedFormData } from './form-data-routes.ts';
import { isForeign } from './form-data-routes.ts';
import type { PermalinkStore } from './permalink-store.ts';
import { renderMarkdown } from './render-markdown.ts';
import { createStateAccess } from './state-access.ts';

type Slice = ChartTables['slices'];

/** What Explore shows in place of a dataset that is gone (contract §1.2). */
const MISSING_DATASET = { type: 'table', name: '[Missing Dataset]', columns: [], metrics: [], database: { id: 0, backend: '' } };

interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** `GET /api/v1/explore/`: all that Explore needs to open a chart or a dataset. */
export function exploreRoute(
  ctx: ServerPluginContext,
  datasets: DatasetService,
  formData: TemporaryState<CachedFormData>,
  permalinks: PermalinkStore,
): RouteDefinition {
  const db = () => ctx.metadata.db<ChartTables & DashboardTables>();
  const requireAccess = createStateAccess(ctx, datasets);

  async function people(query: ReturnType<typeof sql<Person>>): Promise<readonly Person[]> {
    return (await query.execute(db())).rows;
  }

  async function sliceObject(slice: Slice, owners: readonly Person[], now: number): Promise<JsonObject> {
    const changed = Number(slice.changed_on);
    return {
      cache_timeout: slice.cache_timeout,
      certification_details: slice.certification_details,
      certified_by: slice.certified_by,
      changed_on: auditTime(changed),
      changed_on_humanized: humanizeTime(changed, now),
      datasource: slice.datasource_name,
      description: slice.description,
      description_markeddown: renderMarkdown(slice.description),
      edit_url: `/chart/edit/${slice.id}`,
      form_data: chartFormData(slice),
      is_managed_externally: slice.is_managed_externally === 1,
      modified: humanizeTime(changed, now),
      owners: owners.map(({ id }) => id),
      query_context: slice.query_context,
      slice_id: slice.id,
      slice_name: slice.slice_name,
      slice_url: chartUrl(slice.id),
    };
  }

  async function sliceMetadata(slice: Slice, owners: readonly Person[], now: number): Promise<JsonObject> {
    const name = (person: Person): string => `${person.first_name} ${person.last_name}`.trim();
    const authorIds = [slice.created_by_fk, slice.changed_by_fk].filter((id): id is number => id !== null);
    const authors = authorIds.length > 0 ? await people(sql<Person>`select id, first_name, last_name from ab_user where id in (${sql.join(authorIds)})`) : [];
    const author = (id: number | null): string | undefined => authors.filter((person) => person.id === id).map(name)[0];
    const dashboards = await db()
      .selectFrom('dashboard_slices as link')
      .innerJoin('dashboards as d', 'd.id', 'link.dashboard_id')
      .select(['d.id', 'd.dashboard_title'])
      .where('link.slice_id', '=', slice.id)
      .orderBy('d.dashboard_title')
      .execute();
    return {
      created_on_humanized: humanizeTime(Number(slice.created_on), now),
      changed_on_humanized: humanizeTime(Number(slice.changed_on), now),
      owners: owners.map(name),
      dashboards,
      ...(author(slice.created_by_fk) ? { created_by: author(slice.created_by_fk) } : {}),
      ...(author(slice.changed_by_fk) ? { changed_by: author(slice.changed_by_fk) } : {}),
    };
  }

  /** Form data the request brings along, and what to say when it is gone. */
  async function overlay(request: HttpRequest, hasSlice: boolean): Promise<{ formData: JsonObject; chartId?: number; message: string | null }> {
    const { permalink_key, form_data_key, form_data } = request.query;
    if (permalink_key) {
      const found = await permalinks.get(permalink_key);
      if (!found) throw new HttpError(404, 'permalink state not found');
      await requireAccess(request.user, { datasource_id: found.datasourceId, chart_id: found.chartId });
      const state = found.state as { formData?: JsonObject; urlParams?: readonly (readonly [string, string])[] | null };
      const parameters = Object.fromEntries(state.urlParams ?? []);
      return { formData: { ...state.formData, ...(state.urlParams?.length ? { url_params: parameters } : {}) }, message: null, ...(found.chartId ? { chartId: found.chartId } : {}) };
    }
    if (form_data_key) {
      const found = await formData.get(form_data_key);
      if (found && isForeign(found, request.user)) throw new HttpError(403, 'Reading this form data is forbidden');
      if (found) await requireAccess(request.user, found.value);
      if (found) return { formData: parseObject(found.value.form_data), message: null, ...(found.value.chart_id ? { chartId: found.value.chart_id } : {}) };
      return { formData: {}, message: `Form data not found in cache, reverting to ${hasSlice ? 'chart' : 'dataset'} metadata.` };
    }
    if (form_data && isTooDeep(form_data)) throw new HttpError(400, { message: { form_data: ['Nested too deeply.'] } });
    return { formData: parseObject(form_data), message: null };
  }

  async function readableDataset(user: User, id: number | null): Promise<DatasetRecord | undefined> {
    const dataset = id === null ? undefined : await datasets.get(id);
    if (dataset) datasets.requireAccess(user, dataset);
    return dataset;
  }

  return {
    method: 'GET',
    path: '/api/v1/explore/',
    permission: ['can_read', 'Explore'],
    async handler(request) {
      const { query, user } = request;
      const now = Date.now();
      const over = await overlay(request, Boolean(query['slice_id']));
      const sliceId = Number(query['slice_id'] ?? over.chartId ?? over.formData['slice_id'] ?? Number.NaN);
      const slice = Number.isInteger(sliceId) && sliceId > 0 ? await db().selectFrom('slices').selectAll().where('id', '=', sliceId).executeTakeFirst() : undefined;
      if (query['slice_id'] && !slice) throw new HttpError(404, `Chart ${query['slice_id']} not found`);

      const [named] = String(over.formData['datasource'] ?? '').split('__');
      const wantedId = Number(query['datasource_id'] || named || slice?.datasource_id || Number.NaN);
      const datasetId = Number.isInteger(wantedId) && wantedId > 0 ? wantedId : null;
      if (datasetId === null && !slice) throw new HttpError(404, 'Dataset not found. Choose a dataset to explore.');
      const dataset = await readableDataset(user, datasetId);
      // The address may name another dataset than the chart's; what the chart says is about its own.
      if (slice) await requireAccess(user, { datasource_id: dataset?.id ?? slice.datasource_id, chart_id: slice.id });

      const saved: JsonObject = slice ? chartFormData(slice) : {};
      // Without a viz type there is nothing to open but the dataset, and that may have a page of its own.
      const endpoint = dataset?.details?.['default_endpoint'];
      const asksForViz = query['viz_type'] || over.formData['viz_type'] || saved['viz_type'];
      if (!asksForViz && typeof endpoint === 'string' && endpoint !== '' && isSafeEndpoint(endpoint, request.origin)) {
        return new HttpResponse({ status: 302, body: { redirect: endpoint } });
      }
      const merged: FormData = {
        ...saved,
        ...over.formData,
        datasource: `${datasetId ?? slice?.datasource_id ?? 0}__table`,
        viz_type: String(query['viz_type'] || over.formData['viz_type'] || saved['viz_type'] || ctx.config.conf['DEFAULT_VIZ_TYPE'] || 'table'),
        url_params: (over.formData['url_params'] ?? {}) as JsonObject,
        ...(slice ? { slice_id: slice.id } : {}),
      };

      const owners = slice
        ? await people(sql<Person>`select u.id, u.first_name, u.last_name from slice_user as o inner join ab_user as u on u.id = o.user_id where o.slice_id = ${slice.id} order by u.id`)
        : [];
      return {
        result: {
          dataset: dataset ? await datasets.describe(dataset) : MISSING_DATASET,
          form_data: merged,
          slice: slice ? await sliceObject(slice, owners, now) : null,
          message: over.message,
          metadata: slice ? await sliceMetadata(slice, owners, now) : null,
        },
      };
    },
  };
}
