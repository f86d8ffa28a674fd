import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePlugin, useT } from '@orrery/sdk/web';
import { AssetCard, CardSkeletons, useListData } from '@orrery/sdk/list';
import { EmptyState, ErrorPanel, Tabs } from '@orrery/sdk/ui';
import type { AssetRow } from './asset-kinds.tsx';
import { assetCard, assetQuery, CHARTS, DASHBOARDS, HOME_PAGE_SIZE } from './asset-kinds.tsx';

type Tab = 'edited' | 'created';

/** What one has worked on last, dashboards and charts together. */
export function RecentsSection(): ReactNode {
  const t = useT();
  const [tab, setTab] = useState<Tab>('edited');
  return (
    <section className="home-section" aria-labelledby="home-recents">
      <div className="home-section-head">
        <h2 id="home-recents">{t('section.recents')}</h2>
      </div>
      <Tabs
        label={t('section.recents')}
        selected={tab}
        onSelect={(next) => setTab(next === 'created' ? 'created' : 'edited')}
        tabs={(['edited', 'created'] as const).map((id) => ({ id, label: t(`tab.${id}`), content: <RecentCards key={id} tab={id} /> }))}
      />
    </section>
  );
}

function RecentCards({ tab }: { readonly tab: Tab }): ReactNode {
  const t = useT();
  const { user } = usePlugin().bootstrap;
  const dashboards = useListData<AssetRow>('dashboard', assetQuery(DASHBOARDS, tab, user.id));
  const charts = useListData<AssetRow>('chart', assetQuery(CHARTS, tab, user.id));
  const failed = [dashboards, charts].find((data) => data.error !== undefined);
  if (failed) return <ErrorPanel message={t('error.section')} detail={String(failed.error)} onRetry={failed.refresh} />;
  if (!dashboards.rows || !charts.rows) return <CardSkeletons count={HOME_PAGE_SIZE} />;
  const items = [...dashboards.rows.map((row) => ({ kind: DASHBOARDS, row })), ...charts.rows.map((row) => ({ kind: CHARTS, row }))]
    .sort((a, b) => b.row.changed_on_utc.localeCompare(a.row.changed_on_utc))
    .slice(0, HOME_PAGE_SIZE);
  if (items.length === 0) return <EmptyState title={t('empty.title')} description={t('empty.recents')} />;
  return (
    <ul className="o-cards">
      {items.map(({ kind, row }) => (
        <li key={`${kind.resource}:${row.id}`}>
          <AssetCard content={assetCard(kind, row)} />
        </li>
      ))}
    </ul>
  );
}
