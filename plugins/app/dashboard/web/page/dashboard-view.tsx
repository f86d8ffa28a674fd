import { useEffect, useRef } from 'react';
import { EmptyState } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { DashboardBundle } from '../../contract.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { DashboardHeader } from '../header/dashboard-header.tsx';
import { LayoutView } from '../layout/layout-view.tsx';
import { useDashboard } from './dashboard-services.ts';

/** A dashboard on view: header, filters, layout. */
export function DashboardView({ bundle }: { readonly bundle: DashboardBundle }) {
  const { ui, router } = usePlugin();
  const { model } = useDashboard();
  const t = useT();
  const page = useRef<HTMLDivElement>(null);

  // A component named by the address is scrolled to once; its tab is open already.
  useEffect(() => {
    const { hash, search } = router.location();
    const focused = model.layout.chartNodes[Number(new URLSearchParams(search).get('focused_chart'))]?.[0];
    const id = focused ?? decodeURIComponent(hash.slice(1));
    if (id) page.current?.querySelector(`[data-node="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' });
  }, [router, model]);

  const params = new URLSearchParams(router.location().search);
  const isEmpty = model.layout.body.children.length === 0;
  const hasBar = ui.standalone < 3 && (model.filters.length > 0 || model.hasCrossFilters);
  return (
    <div className="dashboard-page" ref={page} data-standalone={ui.standalone}>
      {ui.standalone < 2 && <DashboardHeader bundle={bundle} />}
      <div className="dashboard-main">
        {hasBar && <FilterBar isShown={params.get('show_filters') !== '0'} expand={params.get('expand_filters')} />}
        <div className="dashboard-body">
          {isEmpty ? (
            <EmptyState icon="dashboard" title={t('page.emptyTitle')} description={t('page.empty')} />
          ) : (
            <LayoutView node={model.layout.body} />
          )}
        </div>
      </div>
    </div>
  );
}
