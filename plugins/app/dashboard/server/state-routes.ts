import type { JsonObject } from '@orrery/sdk';
import { contentKey, HttpError, HttpResponse } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition, ServerPluginContext, TemporaryState } from '@orrery/sdk/server';
import { requireJsonText } from '../../../data/rest/contract.ts';
import type { DatasetService } from '../../dataset/contract.ts';
import type { ChartStore } from '../../explore/contract.ts';
import { guestOf } from '../../security/contract.ts';
import { loadDashboard } from './load-dashboard.ts';

/** What filters of a dashboard are set to, behind a key. */
export interface FilterState {
  /** The key opens nothing elsewhere. */
  readonly dashboardId: number;
  /** JSON text of masks by filter. */
  readonly value: string;
}

/** Sliding lifetime of filter states: 90 days, in seconds. */
export const FILTER_STATE_TTL = 90 * 86_400;

interface PermalinkTables {
  dashboard_permalinks: { key: string; dashboard_id: number; value: string; created_on: number; created_by_fk: number | null };
}

const valueBody = { type: 'object', additionalProperties: false, required: ['value'], properties: { value: { type: 'string' } } };

const permalinkBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    dataMask: { type: ['object', 'null'] },
    activeTabs: { type: ['array', 'null'], items: { type: 'string' } },
    anchor: { type: ['string', 'null'] },
    urlParams: { type: ['array', 'null'], items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } } },
  },
};

/** Filter states and permalinks of dashboards (contract §1.4, §8.5). */
export function stateRoutes(ctx: ServerPluginContext, charts: ChartStore, datasets: DatasetService, state: TemporaryState<FilterState>): readonly RouteDefinition[] {
  const db = () => ctx.metadata.db<PermalinkTables>();
  const root = ctx.config.applicationRoot.replace(/\/$/, '');
  const base = '/api/v1/dashboard';
  const filterView = 'DashboardFilterStateRestApi';
  const linkView = 'DashboardPermalinkRestApi';

  /** Id of the dashboard of the path when the caller may open it; 404, 403. */
  const opened = async ({ params, user }: HttpRequest): Promise<number> => (await loadDashboard(ctx, charts, datasets, params['pk'] ?? '', user)).row.id;
  // Guests have no account: who their token says they are tells them apart, and where it says nothing, the token itself.
  const ownerOf = ({ user, headers }: HttpRequest): number | string | null => {
    const guest = guestOf(user);
    return guest ? contentKey({ guest: user.username === 'guest_user' ? (headers['x-guesttoken'] ?? '') : [user.username, guest] }) : user.id;
  };
  const callerOf = (request: HttpRequest): unknown => ownerOf(request) ?? request.headers['cookie'] ?? '';
  const contextOf = (request: HttpRequest, id: number) => [callerOf(request), request.query['tab_id'] ?? '', id] as const;

  /** The state at the request's key; 404 for one of another dashboard, whoever may open that. */
  async function stateOf(request: HttpRequest, dashboardId: number) {
    const entry = await state.get(request.params['key'] ?? '');
    if (entry?.value.dashboardId !== dashboardId) throw new HttpError(404, 'Not found');
    return entry;
  }

  async function owned(request: HttpRequest, dashboardId: number): Promise<string> {
    const key = request.params['key'] ?? '';
    const entry = await stateOf(request, dashboardId);
    if (entry.owner !== ownerOf(request)) throw new HttpError(403, 'Changing this filter state is forbidden');
    return key;
  }

  function wantedState(request: HttpRequest, dashboardId: number): FilterState {
    const { value } = request.body as { value: string };
    requireJsonText('value', value);
    return { dashboardId, value };
  }

  return [
    {
      method: 'POST',
      path: `${base}/:pk/filter_state`,
      permission: ['can_write', filterView],
      body: valueBody,
      async handler(request) {
        const dashboardId = await opened(request);
        return new HttpResponse({ status: 201, body: { key: await state.put(contextOf(request, dashboardId), { owner: ownerOf(request), value: wantedState(request, dashboardId) }) } });
      },
    },
    {
      method: 'PUT',
      path: `${base}/:pk/filter_state/:key`,
      permission: ['can_write', filterView],
      body: valueBody,
      async handler(request) {
        const dashboardId = await opened(request);
        const value = wantedState(request, dashboardId);
        return { key: await state.replace(await owned(request, dashboardId), contextOf(request, dashboardId), { owner: ownerOf(request), value }) };
      },
    },
    {
      method: 'GET',
      path: `${base}/:pk/filter_state/:key`,
      permission: ['can_read', filterView],
      async handler(request) {
        const entry = await stateOf(request, await opened(request));
        // Colleagues share these keys in links; what guests chose is nobody else's, and they see nobody else's.
        if ((typeof entry.owner === 'string' || guestOf(request.user)) && entry.owner !== ownerOf(request)) throw new HttpError(403, 'Reading this filter state is forbidden');
        return { value: entry.value.value };
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:pk/filter_state/:key`,
      permission: ['can_write', filterView],
      async handler(request) {
        await state.delete(await owned(request, await opened(request)));
        return { message: 'Deleted successfully' };
      },
    },
    {
      method: 'POST',
      path: `${base}/:pk/permalink`,
      permission: ['can_write', linkView],
      body: permalinkBody,
      async handler(request) {
        const dashboard_id = await opened(request);
        const content = { dashboardId: String(dashboard_id), state: (request.body ?? {}) as JsonObject };
        const key = contentKey(content);
        await db()
          .insertInto('dashboard_permalinks')
          .values({ key, dashboard_id, value: JSON.stringify(content), created_on: Date.now(), created_by_fk: request.user.id })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .execute();
        return new HttpResponse({ status: 201, body: { key, url: `${request.origin}${root}/superset/dashboard/p/${key}/` } });
      },
    },
    {
      method: 'GET',
      path: `${base}/permalink/:key`,
      permission: ['can_read', linkView],
      async handler({ params, user }) {
        const row = await db().selectFrom('dashboard_permalinks').selectAll().where('key', '=', params['key'] ?? '').executeTakeFirst();
        if (!row) throw new HttpError(404, 'Not found');
        await loadDashboard(ctx, charts, datasets, String(row.dashboard_id), user);
        return JSON.parse(row.value) as unknown;
      },
    },
    {
      method: 'GET',
      path: '/superset/dashboard/p/:key/',
      // Tells no more than an id; the page behind asks for its own rights.
      permission: null,
      async handler({ params }) {
        const key = params['key'] ?? '';
        const row = await db().selectFrom('dashboard_permalinks').selectAll().where('key', '=', key).executeTakeFirst();
        if (!row) throw new HttpError(404, 'This link does not exist. Ask whoever sent it for a new one.');
        const { dashboardId, state: kept } = JSON.parse(row.value) as { dashboardId: string; state: { urlParams?: readonly (readonly [string, string])[] | null; anchor?: string | null } };
        const search = new URLSearchParams([['permalink_key', key], ...(kept.urlParams ?? []).map(([name, value]) => [name, value])]);
        const anchor = kept.anchor ? `#${encodeURIComponent(kept.anchor)}` : '';
        return new HttpResponse({ status: 302, headers: { location: `${root}/superset/dashboard/${dashboardId}/?${search}${anchor}` } });
      },
    },
  ];
}
