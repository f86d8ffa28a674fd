import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useCan, usePlugin, useT, useTitle } from '@orrery/sdk/web';
import { useListData } from '@orrery/sdk/list';
import { Link } from '@orrery/sdk/ui';
import { chartListRoute } from '../../chart-list/contract.ts';
import { dashboardListRoute } from '../../dashboard-list/contract.ts';
import { addChartRoute } from '../../explore/contract.ts';
import { ExamplesBanner } from './examples/examples-banner.tsx';
import { isLoadingExamples, useExamplesProgress } from './examples/use-examples-progress.ts';
import type { AssetRow } from './sections/asset-kinds.tsx';
import { assetQuery, CHARTS, DASHBOARDS } from './sections/asset-kinds.tsx';
import { AssetSection } from './sections/asset-section.tsx';
import { ContributedSections } from './sections/contributed-sections.tsx';
import { FirstSteps } from './sections/first-steps.tsx';
import { RecentsSection } from './sections/recents-section.tsx';

/** Key of the greeting for an hour of the day. Pure. */
export function greetingKey(hour: number): string {
  if (hour < 5 || hour >= 18) return 'greeting.evening';
  return hour < 12 ? 'greeting.morning' : 'greeting.day';
}

/** `/superset/welcome/` and `/` (census HOME-01…03). */
export function HomePage(): ReactNode {
  const t = useT();
  const { bootstrap } = usePlugin();
  const canCreate = useCan('can_write', 'Chart');
  useTitle(t('title'));
  const [hour] = useState(() => new Date().getHours());
  const progress = useExamplesProgress();
  const isLoading = isLoadingExamples(progress);
  const dashboards = useListData<AssetRow>('dashboard', assetQuery(DASHBOARDS, 'all', null));
  const charts = useListData<AssetRow>('chart', assetQuery(CHARTS, 'all', null));

  // Each finished step may have brought a dashboard or a chart.
  const refresh = useRef(() => {});
  useEffect(() => {
    refresh.current = () => {
      dashboards.refresh();
      charts.refresh();
    };
  });
  const seen = useRef<number>(undefined);
  useEffect(() => {
    if (progress && seen.current !== undefined && seen.current !== progress.done) refresh.current();
    seen.current = progress?.done;
  }, [progress]);

  const isEmpty = dashboards.rows?.length === 0 && charts.rows?.length === 0 && progress !== undefined;
  const { firstName, username } = bootstrap.user;
  return (
    <div className="home-page">
      <header className="home-header">
        <h1>{t(greetingKey(hour), { name: firstName || username })}</h1>
        {canCreate && <Link route={addChartRoute}>{t('first.chart')}</Link>}
      </header>
      <ExamplesBanner progress={progress} />
      {isEmpty ? (
        !isLoading && <FirstSteps />
      ) : (
        <>
          {!isLoading && <RecentsSection />}
          <AssetSection kind={DASHBOARDS} all={dashboards} listRoute={dashboardListRoute} />
          <AssetSection kind={CHARTS} all={charts} listRoute={chartListRoute} />
        </>
      )}
      <ContributedSections />
    </div>
  );
}
