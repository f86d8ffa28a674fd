import { memo, useMemo, useRef, useState } from 'react';
import { EmptyState } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { ChartHooks } from '@orrery/sdk/viz';
import type { DataMask } from '@orrery/sdk';
import { chartKeyOf } from '../load/dashboard-model.ts';
import { useDashboard } from '../page/dashboard-services.ts';
import { useDashboardState, useDispatch } from '../page/use-dashboard-state.ts';
import type { DashboardAction } from '../state/dashboard-slice.ts';
import { emittedMask } from './emitted-mask.ts';
import { AppliedFilters } from './applied-filters.tsx';
import { ChartMenu } from './chart-menu.tsx';
import { ChartTitle } from './chart-title.tsx';

export interface ChartCellProps {
  readonly nodeId: string;
  readonly chartId: number;
  /** Name the layout gives the chart; else its own. */
  readonly name: string | undefined;
  /** CSS pixels. */
  readonly height: number;
}

/** A chart's card. It re-renders only when something that reaches this chart changes. */
export const ChartCell = memo(function ChartCell({ nodeId, chartId, name, height }: ChartCellProps) {
  const { model } = useDashboard();
  const t = useT();
  const chart = model.charts[chartId];
  if (!chart) {
    return (
      <section className="dashboard-card" data-node={nodeId} style={{ blockSize: height }}>
        <EmptyState icon="warning" title={t('chart.missingTitle')} description={t('chart.missing')} />
      </section>
    );
  }
  return <ChartCard nodeId={nodeId} chartId={chartId} title={name ?? chart.slice_name} height={height} />;
});

function ChartCard({ nodeId, chartId, title, height }: { nodeId: string; chartId: number; title: string; height: number }) {
  const { charts, model, chartInputs } = useDashboard();
  const { ui } = usePlugin();
  const dispatch = useDispatch();
  const card = useRef<HTMLElement>(null);
  const [isDescribed, setIsDescribed] = useState(false);
  const inputs = useDashboardState((state) => chartInputs(chartId, state.masks, state.pendingFirst));
  const hooks = useHooks(chartId, dispatch);
  const chartKey = chartKeyOf(model, chartId, nodeId);
  const description = model.charts[chartId]?.description;
  return (
    <section className="dashboard-card" ref={card} data-node={nodeId} data-chart={chartId} style={{ blockSize: height }} aria-label={title}>
      <header className="dashboard-card-header">
        <ChartTitle chartId={chartId} title={title} />
        <AppliedFilters chartKey={chartKey} title={title} applied={inputs.applied} />
        {ui.standalone < 3 && (
          <ChartMenu
            chartId={chartId}
            chartKey={chartKey}
            nodeId={nodeId}
            title={title}
            card={card}
            description={description ? { isShown: isDescribed, onToggle: () => setIsDescribed(!isDescribed) } : undefined}
          />
        )}
      </header>
      {isDescribed && <p className="dashboard-card-description">{description}</p>}
      <div className="dashboard-card-body">
        <charts.ChartView
          chartKey={chartKey}
          formData={inputs.formData}
          dataset={inputs.dataset}
          filterState={inputs.filterState}
          ownState={inputs.ownState}
          place={ui.standalone === 3 ? 'report' : 'dashboard'}
          hooks={hooks}
          title={title}
          isVisible={inputs.isReady}
        />
      </div>
    </section>
  );
}

/** What the chart may do here. With cross-filters off only its own state, e.g. the page of a table, is taken. */
function useHooks(chartId: number, dispatch: (action: DashboardAction) => void): ChartHooks {
  const { model } = useDashboard();
  const { store } = usePlugin();
  return useMemo(() => {
    const takesOwnState = model.charts[chartId]?.form_data['server_pagination'] === true;
    if (!model.hasCrossFilters && !takesOwnState) return {};
    return {
      setDataMask(mask: DataMask) {
        const masks = (store.getState() as { masks?: Readonly<Record<string, DataMask>> } | undefined)?.masks;
        const next = emittedMask(masks?.[chartId], mask, model.hasCrossFilters);
        if (next) dispatch({ type: 'dashboard/MASK_SET', id: String(chartId), mask: next });
      },
    };
  }, [model, chartId, store, dispatch]);
}
