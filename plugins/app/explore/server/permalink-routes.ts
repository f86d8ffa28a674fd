import type { JsonObject } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { DatasetService } from '../../dataset/contract.ts';
import type { PermalinkStore } from './permalink-store.ts';
import { createStateAccess } from './state-access.ts';

interface Body {
  readonly formData: JsonObject;
  readonly urlParams?: readonly (readonly [string, string])[] | null;
}

/** Permanent links to Explore (contract §1.2). */
export function permalinkRoutes(ctx: ServerPluginContext, datasets: DatasetService, permalinks: PermalinkStore): readonly RouteDefinition[] {
  const requireAccess = createStateAccess(ctx, datasets);
  const root = ctx.config.applicationRoot.replace(/\/$/, '');
  return [
    {
      method: 'POST',
      path: '/api/v1/explore/permalink',
      permission: ['can_write', 'ExplorePermalinkRestApi'],
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['formData'],
        properties: {
          formData: { type: 'object', required: ['datasource'] },
          urlParams: { type: ['array', 'null'], items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } } },
        },
      },
      async handler({ body, user, origin }) {
        const { formData, urlParams = null } = body as Body;
        const datasource = String(formData['datasource']);
        const [id = '', datasourceType = 'table'] = datasource.split('__');
        const dataset = await datasets.get(Number(id));
        if (!dataset) throw new HttpError(404, 'Dataset not found');
        const chartId = typeof formData['slice_id'] === 'number' ? formData['slice_id'] : null;
        await requireAccess(user, { datasource_id: dataset.id, chart_id: chartId });
        const key = await permalinks.put({ chartId, datasourceId: dataset.id, datasourceType, datasource, state: { formData, urlParams } }, user.id);
        return new HttpResponse({ status: 201, body: { key, url: `${origin}${root}/superset/explore/p/${key}/` } });
      },
    },
    {
      method: 'GET',
      path: '/api/v1/explore/permalink/:key',
      permission: ['can_read', 'ExplorePermalinkRestApi'],
      async handler({ params, user }) {
        const found = await permalinks.get(params['key'] ?? '');
        if (!found) throw new HttpError(404, 'Not found');
        const dataset = await datasets.get(found.datasourceId);
        if (!dataset) throw new HttpError(404, 'Not found');
        await requireAccess(user, { datasource_id: dataset.id, chart_id: found.chartId });
        return found;
      },
    },
    {
      method: 'GET',
      path: '/superset/explore/p/:key/',
      // The page behind asks for its own rights; the redirect itself tells nothing.
      permission: null,
      handler: ({ params }) => new HttpResponse({ status: 302, headers: { location: `${root}/explore/?permalink_key=${encodeURIComponent(params['key'] ?? '')}` } }),
    },
  ];
}
