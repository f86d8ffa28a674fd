import type { JsonObject } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { DatasetService } from '../../dataset/contract.ts';
import type { ChartStore } from '../../explore/contract.ts';
import type { DashboardTables, NativeFilter } from '../contract.ts';
import { copyDashboard } from './copy-dashboard.ts';
import type { LoadedDashboard } from './load-dashboard.ts';
import { hasRoleAccess, loadDashboard } from './load-dashboard.ts';
import { changeFilters, nativeFilters, parseMetadata } from './native-filters.ts';
import type { FilterChanges } from './native-filters.ts';

const write = ['can_write', 'Dashboard'] as const;
const texts = { type: 'array', items: { type: 'string' } };

const filtersBody = {
  type: 'object',
  additionalProperties: false,
  properties: { modified: { type: 'array', items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } }, deleted: texts, reordered: texts },
};

const colorsBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    color_namespace: { type: ['string', 'null'] },
    color_scheme: { type: ['string', 'null'] },
    map_label_colors: { type: 'object' },
    shared_label_colors: {},
    label_colors: { type: 'object' },
    color_scheme_domain: texts,
  },
};

const copyBody = {
  type: 'object',
  additionalProperties: false,
  required: ['json_metadata'],
  properties: { dashboard_title: { type: ['string', 'null'], maxLength: 500 }, css: { type: ['string', 'null'] }, duplicate_slices: { type: ['boolean', 'null'] }, json_metadata: { type: 'string' } },
};

/** Changes to parts of a dashboard, and copies of it (contract §1.4); paths under `/api/v1/dashboard`. */
export function editRoutes(ctx: ServerPluginContext, charts: ChartStore, datasets: DatasetService): readonly RouteDefinition[] {
  async function owned({ params, user }: HttpRequest): Promise<LoadedDashboard> {
    const dashboard = await loadDashboard(ctx, charts, datasets, params['pk'] ?? '', user);
    if (!user.isAdmin && !dashboard.owners.some(({ id }) => id === user.id)) throw new HttpError(403, 'Changing this Dashboard is forbidden');
    return dashboard;
  }

  /** Rewrites the metadata from what is stored at that moment, so that two changes at once do not lose one. */
  function changeMetadata(id: number, userId: number | null | undefined, change: (metadata: JsonObject) => JsonObject): Promise<JsonObject> {
    return ctx.metadata.transaction<DashboardTables, JsonObject>(async (db) => {
      const { json_metadata } = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', id).executeTakeFirstOrThrow();
      const next = change(parseMetadata(json_metadata));
      const audit = userId === undefined ? {} : { changed_on: Date.now(), changed_by_fk: userId };
      await db.updateTable('dashboards').set({ json_metadata: JSON.stringify(next), ...audit }).where('id', '=', id).execute();
      return next;
    });
  }

  return [
    {
      method: 'PUT',
      path: '/:pk/filters',
      permission: write,
      body: filtersBody,
      async handler(request) {
        const { row } = await owned(request);
        const changes = (request.body ?? {}) as FilterChanges;
        const next = await changeMetadata(row.id, request.user.id, (metadata) => ({
          ...metadata,
          native_filter_configuration: changeFilters(nativeFilters(JSON.stringify(metadata)), changes),
        }));
        return { result: next['native_filter_configuration'] as readonly NativeFilter[] };
      },
    },
    {
      method: 'PUT',
      path: '/:pk/colors',
      permission: write,
      body: colorsBody,
      async handler(request) {
        const { row } = await owned(request);
        const colors = (request.body ?? {}) as JsonObject;
        await changeMetadata(row.id, request.query['mark_updated'] === 'false' ? undefined : request.user.id, (metadata) => {
          const { color_namespace, ...next } = { ...metadata, ...colors } as JsonObject;
          const shared = next['shared_label_colors'];
          return {
            ...next,
            ...(color_namespace === null || color_namespace === undefined ? {} : { color_namespace }),
            // An old object form is accepted and becomes empty.
            ...(shared === undefined ? {} : { shared_label_colors: Array.isArray(shared) ? shared : [] }),
          };
        });
        return {};
      },
    },
    {
      method: 'POST',
      path: '/:pk/copy/',
      permission: write,
      body: copyBody,
      async handler(request) {
        const { params, user } = request;
        const original = hasRoleAccess(ctx) ? await owned(request) : await loadDashboard(ctx, charts, datasets, params['pk'] ?? '', user);
        return { result: await copyDashboard(ctx.metadata, original, request.body as Parameters<typeof copyDashboard>[2], user.id) };
      },
    },
  ];
}
