import type { ReactNode } from 'react';
import { useT } from '@orrery/sdk/web';
import { EmptyState, Link } from '@orrery/sdk/ui';
import { chartListRoute } from '../../../chart-list/contract.ts';
import { dashboardListRoute } from '../../../dashboard-list/contract.ts';
import { addChartRoute } from '../../../explore/contract.ts';

/** What to do when there is nothing at all (started with `--no-examples`). */
export function FirstSteps(): ReactNode {
  const t = useT();
  return (
    <EmptyState
      icon="chart"
      title={t('first.title')}
      description={t('first.text')}
      action={
        <ul className="home-steps">
          <li>
            <Link route={addChartRoute}>{t('first.chart')}</Link>
          </li>
          <li>
            <Link route={chartListRoute}>{t('viewAll.chart')}</Link>
          </li>
          <li>
            <Link route={dashboardListRoute}>{t('viewAll.dashboard')}</Link>
          </li>
        </ul>
      }
    />
  );
}
