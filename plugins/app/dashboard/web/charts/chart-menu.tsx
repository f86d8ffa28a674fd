import { useState } from 'react';
import type { RefObject } from 'react';
import { IconButton, Menu } from '@orrery/sdk/ui';
import { urlParamsOf, useCan, useContextMenu, usePlugin, useT } from '@orrery/sdk/web';
import { exploreRoute } from '../../../explore/contract.ts';
import { useSharing } from '../header/use-sharing.ts';
import { useChartState, useDashboard } from '../page/dashboard-services.ts';
import { saveText, toCsv } from './to-csv.ts';

export interface ChartMenuProps {
  readonly chartId: number;
  readonly chartKey: string;
  readonly nodeId: string;
  readonly title: string;
  readonly card: RefObject<HTMLElement | null>;
  readonly description: { readonly isShown: boolean; readonly onToggle: () => void } | undefined;
}

/** What can be done with a chart on a dashboard (DASH-082). */
export function ChartMenu({ chartId, chartKey, nodeId, title, card, description }: ChartMenuProps) {
  const { charts } = useDashboard();
  const { router, ui, i18n } = usePlugin();
  const t = useT();
  const [dialog, setDialog] = useState<'data' | 'query'>();
  const { status, results, isCached, cachedAt } = useChartState(chartKey);
  const canExplore = useCan('can_explore', 'Superset');
  const canExport = useCan('can_csv', 'Superset');
  const share = useSharing();
  const contributed = useContextMenu('dashboard.chart', { chartId });
  const hasResults = results !== undefined && results.length > 0;

  const handleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else card.current?.requestFullscreen?.().catch(() => ui.toast('warning', t('chart.noFullscreen')));
  };
  const handleDownload = () => {
    for (const [at, result] of (results ?? []).entries()) {
      const name = (results?.length ?? 0) > 1 ? `${title} ${at + 1}` : title;
      saveText(toCsv(result), `${name.replace(/[\\/:*?"<>|]+/g, '-')}.csv`, 'text/csv;charset=utf-8');
    }
  };

  const refreshLabel = (): string => {
    if (!isCached || !cachedAt) return t('chart.refresh');
    const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(cachedAt) ? cachedAt : `${cachedAt}Z`);
    return t('chart.refreshCached', { time: time.toLocaleString(i18n.language) });
  };
  const items = () => [
    { id: 'refresh', label: refreshLabel(), icon: 'refresh' as const, disabled: status === 'loading', onSelect: () => charts.refresh(chartKey, true) },
    { id: 'fullscreen', label: t('chart.fullscreen'), icon: 'fullscreen' as const, onSelect: handleFullscreen },
    ...(description ? [{ id: 'description', label: t(description.isShown ? 'chart.hideDescription' : 'chart.showDescription'), icon: 'info' as const, onSelect: description.onToggle }] : []),
    ...(canExplore
      ? [{ id: 'explore', label: t('chart.explore'), icon: 'edit' as const, onSelect: () => router.navigate(exploreRoute, undefined, { search: { ...urlParamsOf(router.location().search), slice_id: chartId } }) }]
      : []),
    { id: 'query', label: t('chart.viewQuery'), icon: 'sql' as const, disabled: !hasResults, onSelect: () => setDialog('query') },
    { id: 'data', label: t('chart.viewData'), icon: 'table' as const, disabled: !hasResults, onSelect: () => setDialog('data') },
    { id: 'share', label: t('chart.copyLink'), icon: 'link' as const, onSelect: () => void share(nodeId) },
    ...(canExport ? [{ id: 'csv', label: t('chart.downloadCsv'), icon: 'download' as const, disabled: !hasResults, onSelect: handleDownload }] : []),
    ...contributed,
  ];
  return (
    <>
      <Menu label={t('chart.menu', { title })} trigger={<IconButton icon="more" size="small" label={t('chart.menu', { title })} />} items={items} />
      {dialog && <charts.ChartDialog chartKey={chartKey} title={title} kind={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}
