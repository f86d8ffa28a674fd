import { useEffect, useState } from 'react';
import { usePlugin } from '@orrery/sdk/web';

/** A dashboard a chart may be put on. */
export interface DashboardChoice {
  readonly id: number;
  readonly title: string;
}

const PAGE_SIZE = 50;

/** Dashboards whose title has the search text, and the one with `knownId` whatever its title. */
export function useDashboards(search: string, knownId: string | undefined): { dashboards: readonly DashboardChoice[]; isLoading: boolean } {
  const { api } = usePlugin();
  const [state, setState] = useState<{ dashboards: readonly DashboardChoice[]; isLoading: boolean }>({ dashboards: [], isLoading: true });
  const [known, setKnown] = useState<DashboardChoice>();
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    const q = {
      columns: ['id', 'dashboard_title'],
      filters: search ? [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }] : [],
      order_column: 'changed_on',
      order_direction: 'desc',
      page: 0,
      page_size: PAGE_SIZE,
    };
    api.get<{ result: { id: number; dashboard_title: string }[] }>('/api/v1/dashboard/', { q, signal: abort.signal }).then(
      ({ result }) => setState({ dashboards: result.map(({ id, dashboard_title }) => ({ id, title: dashboard_title })), isLoading: false }),
      // The chart can be saved without a dashboard; a new one can still be typed.
      () => !abort.signal.aborted && setState({ dashboards: [], isLoading: false }),
    );
    return () => abort.abort();
  }, [api, search]);
  useEffect(() => {
    if (!knownId) return undefined;
    const abort = new AbortController();
    api.get<{ result: { id: number; dashboard_title: string } }>(`/api/v1/dashboard/${knownId}`, { signal: abort.signal }).then(
      ({ result }) => setKnown({ id: result.id, title: result.dashboard_title }),
      () => undefined,
    );
    return () => abort.abort();
  }, [api, knownId]);
  const isListed = known && state.dashboards.some(({ id }) => id === known.id);
  return known && !isListed ? { ...state, dashboards: [known, ...state.dashboards] } : state;
}
