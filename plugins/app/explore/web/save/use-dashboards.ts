import { usePlugin } from '@orrery/sdk/web';
import { useFetched } from '../state/use-fetched.ts';

/** A dashboard a chart may be put on. */
export interface DashboardChoice {
  readonly id: number;
  readonly title: string;
}

const PAGE_SIZE = 50;

interface DashboardRow {
  readonly id: number;
  readonly dashboard_title: string;
}
const toChoice = ({ id, dashboard_title }: DashboardRow): DashboardChoice => ({ id, title: dashboard_title });

/**
 * Dashboards whose title has the search text, and the one with `knownId` whatever its title.
 * When the list cannot be had the chart can still be saved, and a new dashboard typed.
 */
export function useDashboards(search: string, knownId: string | undefined): { dashboards: readonly DashboardChoice[]; isLoading: boolean; hasMore: boolean } {
  const { api } = usePlugin();
  const listed = useFetched(`dashboards:${search}`, async (signal) => {
    const q = {
      columns: ['id', 'dashboard_title'],
      filters: search ? [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }] : [],
      order_column: 'changed_on',
      order_direction: 'desc',
      page: 0,
      page_size: PAGE_SIZE,
    };
    const { result, count } = await api.get<{ result: DashboardRow[]; count?: number }>('/api/v1/dashboard/', { q, signal });
    return { dashboards: result.map(toChoice), hasMore: search !== '' || (count ?? 0) > PAGE_SIZE };
  });
  const known = useFetched(knownId, async (signal) => toChoice((await api.get<{ result: DashboardRow }>(`/api/v1/dashboard/${knownId}`, { signal })).result)).value;
  const { dashboards, hasMore } = listed.value ?? { dashboards: [], hasMore: false };
  const isMissing = known && !dashboards.some(({ id }) => id === known.id);
  return { dashboards: isMissing ? [known, ...dashboards] : dashboards, isLoading: listed.isLoading, hasMore };
}
