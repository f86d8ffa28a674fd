import type { MetadataStore, PagePlan, PageSource, ServerConfig } from '@orrery/sdk/server';
import type { DashboardTables } from '../../dashboard/contract.ts';
import { allowedOrigins, originOf } from './allowed-origins.ts';

const MISSING = {
  status: 404,
  title: 'There is no embedded dashboard at this address',
  message: 'Embedding of this dashboard was switched off, or the address is wrong. In Orrery, “Embed dashboard” shows the id to use.',
};

type Embedded = Pick<DashboardTables['dashboard_embedded'], 'dashboard_id' | 'allow_domain_list'>;

/** What is embedded at an address: `uuid` is that of the embedding, `idOrSlug` names the dashboard itself (census ROUTE-07). */
async function embeddedAt({ uuid, idOrSlug }: Readonly<Record<string, string>>, metadata: MetadataStore): Promise<Embedded | undefined> {
  const embedded = metadata.db<DashboardTables>().selectFrom('dashboard_embedded').select(['dashboard_id', 'allow_domain_list']);
  if (uuid !== undefined) return embedded.where('uuid', '=', uuid).executeTakeFirst();
  const wanted = idOrSlug ?? '';
  // A slug may consist of digits; an id wins, as it does in the API.
  const byId = /^\d{1,15}$/.test(wanted) ? await embedded.where('dashboard_id', '=', Number(wanted)).executeTakeFirst() : undefined;
  return byId ?? embedded.where('dashboard_id', 'in', (sub) => sub.selectFrom('dashboards').select('id').where('slug', '=', wanted)).executeTakeFirst();
}

/** How an embedded dashboard is served: only into pages of the allowed domains, and with nobody signed in (contract §1.4). */
export function embeddedPage(metadata: MetadataStore, config: ServerConfig): PageSource {
  return async ({ params, headers }): Promise<PagePlan> => {
    if (!config.featureFlags['EMBEDDED_SUPERSET']) return { problem: MISSING };
    const row = await embeddedAt(params, metadata);
    if (!row) return { problem: MISSING };
    const allowed = allowedOrigins(row.allow_domain_list);
    const referer = originOf(headers['referer']);
    if (allowed && (referer === undefined || !allowed.includes(referer))) {
      const who = referer === undefined ? 'The page around this frame did not say who it is; it must not withhold the Referer (attribute referrerpolicy).' : `${referer} is not among the allowed domains of this dashboard.`;
      return { problem: { status: 403, title: 'This dashboard may not be shown here', message: `${who} Its owner can add domains under “Embed dashboard” in Orrery.` } };
    }
    return {
      frameAncestors: allowed ?? ['*'],
      isAnonymous: true,
      bootstrap: { config: { GUEST_TOKEN_HEADER_NAME: 'X-GuestToken' }, embedded: { dashboard_id: String(row.dashboard_id) } },
    };
  };
}
