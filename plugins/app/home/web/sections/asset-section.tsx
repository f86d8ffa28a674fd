import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RouteRef } from '@orrery/sdk/web';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { ListData } from '@orrery/sdk/list';
import { AssetCard, CardSkeletons, useFavourites, useListData } from '@orrery/sdk/list';
import { EmptyState, ErrorPanel, Link, Tabs } from '@orrery/sdk/ui';
import type { AssetKind, AssetRow } from './asset-kinds.tsx';
import { assetCard, assetQuery, HOME_PAGE_SIZE } from './asset-kinds.tsx';

type Tab = 'favourite' | 'mine' | 'all';
const TABS: readonly Tab[] = ['favourite', 'mine', 'all'];

/** Dashboards or charts: favourites, one's own, all; the last tab is remembered (census HOME-01). */
export function AssetSection({ kind, all, listRoute }: { readonly kind: AssetKind; readonly all: ListData<AssetRow>; readonly listRoute: RouteRef }): ReactNode {
  const t = useT();
  const { storage } = usePlugin();
  const key = `tab.${kind.resource}`;
  const [tab, setTab] = useState<Tab>(() => TABS.find((item) => item === storage.get(key)) ?? 'all');
  const select = (next: string): void => {
    storage.set(key, next);
    setTab(TABS.find((item) => item === next) ?? 'all');
  };
  return (
    <section className="home-section" aria-labelledby={`home-${kind.resource}`}>
      <div className="home-section-head">
        <h2 id={`home-${kind.resource}`}>{t(`section.${kind.resource}`)}</h2>
        <Link route={listRoute}>{t(`viewAll.${kind.resource}`)}</Link>
      </div>
      <Tabs
        label={t(`section.${kind.resource}`)}
        selected={tab}
        onSelect={select}
        tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`), content: id === 'all' ? <Cards kind={kind} data={all} tab={id} /> : <AskedCards key={id} kind={kind} tab={id} /> }))}
      />
    </section>
  );
}

function AskedCards({ kind, tab }: { readonly kind: AssetKind; readonly tab: Tab }): ReactNode {
  const { user } = usePlugin().bootstrap;
  return <Cards kind={kind} tab={tab} data={useListData<AssetRow>(kind.resource, assetQuery(kind, tab, user.id))} />;
}

function Cards({ kind, data, tab }: { readonly kind: AssetKind; readonly data: ListData<AssetRow>; readonly tab: Tab }): ReactNode {
  const t = useT();
  const favourites = useFavourites(kind.resource, data.rows?.map((row) => row.id) ?? []);
  if (data.error !== undefined) return <ErrorPanel message={t('error.section')} detail={String(data.error)} onRetry={data.refresh} />;
  if (!data.rows) return <CardSkeletons count={HOME_PAGE_SIZE} />;
  if (data.rows.length === 0) return <EmptyState title={t('empty.title')} description={t(`empty.${tab}`)} />;
  return (
    <ul className="o-cards">
      {data.rows.map((row) => (
        <li key={row.id}>
          <AssetCard content={assetCard(kind, row)} favourite={{ id: row.id, favourites }} />
        </li>
      ))}
    </ul>
  );
}
