import type { ApiClient, SearchResult } from '@orrery/sdk/web';

/** Charts with `text` in name, description, type or dataset, for the palette. */
export async function searchCharts(api: ApiClient, text: string, signal: AbortSignal): Promise<readonly SearchResult[]> {
  const q = {
    filters: [{ col: 'slice_name', opr: 'chart_all_text', value: text }],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page_size: 8,
    select_columns: ['id', 'slice_name', 'url', 'datasource_name_text'],
    keys: ['none'],
  };
  const { result } = await api.get<{ result: readonly { slice_name: string; url: string; datasource_name_text: string | null }[] }>('/api/v1/chart/', { q, signal });
  return result.map((row) => ({ title: row.slice_name, subtitle: row.datasource_name_text ?? undefined, icon: 'chart', path: row.url }));
}
