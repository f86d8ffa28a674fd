import { useState } from 'react';
import type { ReactElement } from 'react';
import type { FormData } from '@orrery/sdk';
import { IconButton, Menu } from '@orrery/sdk/ui';
import type { MenuItem } from '@orrery/sdk/ui';
import { useCan, useContextMenu, useContributions, usePlugin, useT } from '@orrery/sdk/web';
import { dashboardRoute } from '../../../dashboard/contract.ts';
import { ExportFormats } from '../../contract.ts';
import { downloadFile } from '../export/download-file.ts';
import { CHART_KEY, useServices } from '../services.ts';
import { failureMessage } from '../state/failure-message.ts';
import { useExplore } from '../state/use-explore.ts';
import { QueryDialog } from './query-dialog.tsx';

/** Everything else one does with a chart: refresh, share, take the data out, see the query, go to its dashboards. */
export function ChartMenu(): ReactElement {
  const t = useT();
  const plugin = usePlugin();
  const { charts } = useServices();
  const { formData, dataset, queried, metadata, name } = useExplore();
  const formats = useContributions(ExportFormats);
  const canExport = useCan('can_csv', 'Superset');
  const canShare = useCan('can_share_chart', 'Superset');
  const [isQueryShown, setIsQueryShown] = useState(false);
  const current = formData as FormData;
  const contributed = useContextMenu('explore.chart', { formData: current });
  const fail = (error: unknown) => plugin.ui.toast('danger', failureMessage(error, plugin));

  const share = async () => {
    try {
      const { url } = await plugin.api.post<{ url: string }>('/api/v1/explore/permalink', { body: { formData: current, urlParams: [] } });
      await navigator.clipboard.writeText(url).then(
        () => plugin.ui.toast('success', t('share.copied')),
        // Without clipboard access the link is shown to be copied by hand.
        () => plugin.ui.toast('info', url, { sticky: true }),
      );
    } catch (error) {
      fail(error);
    }
  };
  const download = async (id: string) => {
    try {
      const context = await charts.buildContext(queried ?? current, { dataset });
      const code = await plugin.points.load(ExportFormats, id);
      await code.run({ chartName: name || t('title.new'), context, query: (next, signal) => charts.query(next, signal), save: downloadFile });
    } catch (error) {
      fail(error);
    }
  };
  const items: MenuItem[] = [
    { id: 'refresh', label: t('menu.refresh'), icon: 'refresh', disabled: !queried, onSelect: () => charts.refresh(CHART_KEY, true) },
    ...(canShare ? [{ id: 'share', label: t('share.action'), icon: 'share' as const, onSelect: () => void share() }] : []),
    ...(canExport
      ? formats.map((format) => ({ id: format.key, label: format.value.title, icon: 'download' as const, onSelect: () => void download(format.key) }))
      : []),
    { id: 'query', label: t('query.action'), icon: 'sql', onSelect: () => setIsQueryShown(true) },
    ...(metadata.dashboards ?? []).map((dashboard) => ({
      id: `dashboard-${dashboard.id}`,
      label: t('menu.dashboard', { name: dashboard.dashboard_title }),
      icon: 'dashboard' as const,
      onSelect: () => plugin.router.navigate(dashboardRoute, { idOrSlug: dashboard.id }),
    })),
    ...contributed,
  ];
  return (
    <>
      <Menu label={t('menu.title')} trigger={<IconButton icon="more" label={t('menu.title')} />} items={items} />
      {isQueryShown && <QueryDialog formData={queried ?? current} onClose={() => setIsQueryShown(false)} />}
    </>
  );
}
