import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { Button, EmptyState } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { ControlPanel } from '@orrery/sdk/viz';
import { drawnFormData } from '../model/drawn-form-data.ts';
import { CHART_KEY, useServices } from '../services.ts';
import { useChartState } from '../state/use-chart-state.ts';
import { useDispatch, useExplore } from '../state/use-explore.ts';

interface ChartAreaProps {
  readonly panel: ControlPanel | null | undefined;
  readonly isStale: boolean;
  readonly isInvalid: boolean;
  onRun(): void;
}

/** The picture, what is known of its data, and the hint that it is not up to date. */
export function ChartArea({ panel, isStale, isInvalid, onRun }: ChartAreaProps): ReactElement {
  const t = useT();
  const { i18n } = usePlugin();
  const { charts } = useServices();
  const { formData, dataset, queried, trigger, name, slice } = useExplore();
  const dispatch = useDispatch();
  const chart = useChartState();
  const drawn = useMemo(() => (queried && formData && panel ? drawnFormData(panel, queried, formData) : queried), [panel, queried, formData]);
  const hooks = useMemo(
    () => ({ setControlValue: (control: string, value: unknown) => dispatch({ type: 'explore/CONTROL_CHANGED', name: control, value }) }),
    [dispatch],
  );
  if (!drawn) {
    return (
      <div className="explore-chart">
        <EmptyState
          icon="chart"
          title={t(isInvalid ? 'chart.needs-controls' : 'chart.ready')}
          description={t(isInvalid ? 'chart.needs-controls-hint' : 'chart.ready-hint')}
          action={
            isInvalid ? undefined : (
              <Button kind="primary" icon="play" onClick={onRun}>
                {t(slice ? 'run.update' : 'run.create')}
              </Button>
            )
          }
        />
      </div>
    );
  }
  const rows = chart.results?.[0]?.rowcount;
  const seconds = chart.startedAt !== undefined && chart.endedAt !== undefined ? (chart.endedAt - chart.startedAt) / 1000 : undefined;
  const number = (value: number, digits: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(value);
  const View = charts.ChartView;
  return (
    <div className="explore-chart">
      <div className="explore-chart-status" aria-live="polite">
        {isStale && chart.status !== 'loading' && (
          <span className="explore-stale">
            {t(isInvalid ? 'chart.controls-removed' : 'chart.stale')}
            {!isInvalid && (
              <Button kind="ghost" size="small" onClick={onRun}>
                {t('chart.stale-action')}
              </Button>
            )}
          </span>
        )}
        <span className="explore-facts">
          {chart.status === 'success' && rows !== undefined && <span>{t('chart.rows', { count: rows })}</span>}
          {chart.status === 'success' && seconds !== undefined && <span>{t('chart.seconds', { seconds: number(seconds, 2) })}</span>}
          {chart.isCached && (
            <button type="button" className="explore-cached" title={t('chart.cached-hint', { when: chart.cachedAt ?? '' })} onClick={() => charts.refresh(CHART_KEY, true)}>
              {t('chart.cached')}
            </button>
          )}
        </span>
      </div>
      <div className="explore-canvas">
        <View chartKey={CHART_KEY} formData={drawn} dataset={dataset} place="explore" hooks={hooks} title={name || t('title.new')} trigger={trigger} />
      </div>
    </div>
  );
}
