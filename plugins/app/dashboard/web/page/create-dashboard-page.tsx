import { useEffect, useMemo } from 'react';
import type { ComponentType } from 'react';
import { urlParamsOf, usePlugin, useRouteParams, useTitle, useT } from '@orrery/sdk/web';
import type { ChartService } from '../../../chart/contract.ts';
import { createChartInputs } from '../state/chart-inputs.ts';
import { DashboardServicesContext } from './dashboard-services.ts';
import { DashboardView } from './dashboard-view.tsx';
import { PageProblem } from './page-problem.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { useDashboardCss } from './use-dashboard-css.ts';
import { useDashboardState, useDispatch } from './use-dashboard-state.ts';

/** The page at `/superset/dashboard/:idOrSlug/`. */
export function createDashboardPage(charts: ChartService): ComponentType {
  return function DashboardPage() {
    const { idOrSlug = '' } = useRouteParams();
    const { router } = usePlugin();
    const t = useT();
    const dispatch = useDispatch();
    const state = useDashboardState((current) => current.status);
    const model = useDashboardState((current) => current.model);
    const bundle = useDashboardState((current) => current.bundle);
    const problem = useDashboardState((current) => current.problem);

    const load = () => {
      const { search, hash } = router.location();
      dispatch({ type: 'dashboard/LOAD_ASKED', ref: idOrSlug, search, hash });
    };
    // The address changes as filters are applied; only another dashboard loads anew.
    useEffect(() => {
      load();
      return () => dispatch({ type: 'dashboard/LEFT' });
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [idOrSlug, dispatch]);

    useTitle(bundle?.dashboard.dashboard_title ?? t(problem ? 'problem.pageTitle' : 'page.loading'));
    useDashboardCss(bundle?.dashboard.css);
    const services = useMemo(() => model && { charts, model, chartInputs: createChartInputs(model, urlParamsOf(router.location().search)) }, [model, router]);

    if (state === 'failed' && problem) return <PageProblem problem={problem} onRetry={load} />;
    if (!bundle || !services) return <PageSkeleton />;
    return (
      <DashboardServicesContext.Provider value={services}>
        <DashboardView bundle={bundle} />
      </DashboardServicesContext.Provider>
    );
  };
}
