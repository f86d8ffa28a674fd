import { useEffect, useState } from 'react';
import { isApiError, usePlugin, useRouteParams, useT, useTitle } from '@orrery/sdk/web';
import type { JsonObject } from '@orrery/sdk';
import type { LoadProblem } from '../state/dashboard-slice.ts';
import { PageProblem } from './page-problem.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

interface Permalink {
  readonly dashboardId: string;
  readonly state: JsonObject;
}

/** The page at `/superset/dashboard/p/:key/`: goes on to the dashboard the link means. */
export function PermalinkPage() {
  const { key = '' } = useRouteParams();
  const { api, router } = usePlugin();
  const t = useT();
  const [problem, setProblem] = useState<LoadProblem>();
  useTitle(t(problem ? 'problem.pageTitle' : 'page.loading'));

  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    api.get<Permalink>(`/api/v1/dashboard/permalink/${encodeURIComponent(key)}`, { signal }).then(
      ({ dashboardId, state }) => {
        const extra = Array.isArray(state['urlParams']) ? (state['urlParams'] as [string, string][]) : [];
        const params = new URLSearchParams([['permalink_key', key], ...extra]);
        const anchor = typeof state['anchor'] === 'string' ? `#${state['anchor']}` : '';
        router.navigateTo(`/superset/dashboard/${encodeURIComponent(dashboardId)}/?${params.toString()}${anchor}`, { replace: true });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setProblem({ status: isApiError(error) ? error.status : 0, message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => controller.abort();
  }, [api, router, key, attempt]);
  return problem ? <PageProblem problem={problem} onRetry={() => setAttempt(attempt + 1)} /> : <PageSkeleton />;
}
