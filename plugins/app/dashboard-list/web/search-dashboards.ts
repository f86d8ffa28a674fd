import type { ApiClient, SearchResult } from '@orrery/sdk/web';

/** Dashboards whose title or slug contains `text`, for the palette. */
export async function searchDashboards(api: ApiClient, text: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  const q = {
    filters: [{ col: 'dashboard_title', opr: 'title_or_slug', value: text }],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page_size: 8,
    select_columns: ['id', 'dashboard_title', 'url'],
    keys: ['none'],
  };
  const { result } = await api.get<{ result: readonly { dashboard_title: string; url: string }[] }>('/api/v1/dashboard/', { q, signal });
  return result.map((row) => ({ title: row.dashboard_title, icon: 'dashboard', path: row.url }));
}
