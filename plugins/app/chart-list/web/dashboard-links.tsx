import type { ReactNode } from 'react';
import { useT } from '@orrery/sdk/web';
import { Button, Link, Popover } from '@orrery/sdk/ui';
import { dashboardRoute } from '../../dashboard/contract.ts';
import type { ChartRow } from './chart-row.ts';

const MAX = 20;

/** The dashboards a chart is on: one as a link, several behind a button (census LIST-10). */
export function DashboardLinks({ chart }: { readonly chart: ChartRow }): ReactNode {
  const t = useT();
  const [first, ...others] = chart.dashboards;
  if (!first) return null;
  const link = (dashboard: ChartRow['dashboards'][number]) => (
    <Link route={dashboardRoute} params={{ idOrSlug: dashboard.id }}>
      {dashboard.dashboard_title}
    </Link>
  );
  if (others.length === 0) return link(first);
  return (
    <Popover
      label={t('dashboards.label', { name: chart.slice_name })}
      trigger={
        <Button kind="ghost" size="small">
          {t('dashboards.count', { count: chart.dashboards.length })}
        </Button>
      }
    >
      {() => (
        <ul className="chart-list-dashboards">
          {chart.dashboards.slice(0, MAX).map((dashboard) => (
            <li key={dashboard.id}>{link(dashboard)}</li>
          ))}
          {chart.dashboards.length > MAX && <li>{t('dashboards.more', { count: chart.dashboards.length - MAX })}</li>}
        </ul>
      )}
    </Popover>
  );
}
