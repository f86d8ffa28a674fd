// The panel comes from a registry and stays the same component until its plugin goes; the Slot is the kernel's.
/* oxlint-disable react/static-components */
import { Button, EmptyState, ErrorPanel, Skeleton, Spinner } from '@orrery/sdk/ui';
import { useErrorPanel, useSlot } from '@orrery/sdk/web';
import type { ChartEntry } from '../lifecycle/chart-slice.ts';
import type { ChartDeps } from './chart-deps.ts';
import { useDelayed } from './use-delayed.ts';

/** A query that takes longer than this shows progress and can be stopped. Milliseconds. */
const SLOW_MS = 1000;

export interface ChartNoticeProps {
  readonly deps: ChartDeps;
  readonly chartKey: string;
  readonly entry: ChartEntry;
  /** The viz type could not build its query. */
  readonly error: Error | undefined;
  readonly hasDrawing: boolean;
  readonly isEmpty: boolean;
}

/** What stands in for the drawing, or over it: skeleton, progress, empty, stopped, error. */
export function ChartNotice({ deps, chartKey, entry, error, hasDrawing, isEmpty }: ChartNoticeProps) {
  const { t } = deps.ctx.i18n;
  const Slot = useSlot();
  const failure = entry.status === 'failed' ? entry.error : undefined;
  const contributed = useErrorPanel(failure?.cause);
  const isSlow = useDelayed(entry.status === 'loading', SLOW_MS);
  const retry = () => deps.refresh(chartKey, false);

  if (error) return <ErrorPanel title={t('error.build')} message={error.message} />;
  if (failure) {
    const plain = <ErrorPanel title={t('error.query')} message={failure.message} detail={failure.detail} onRetry={retry} />;
    return contributed && failure.cause ? (
      <Slot pluginId={contributed.pluginId} contribution={`${chartKey} error`} fallback={() => plain}>
        <contributed.Panel error={failure.cause} />
      </Slot>
    ) : (
      plain
    );
  }
  if (entry.status === 'stopped') {
    const again = (
      <Button size="small" icon="refresh" onClick={retry}>
        {t('stopped.again')}
      </Button>
    );
    return hasDrawing ? (
      <div className="chart-progress" role="status">
        {t('stopped.title')} {again}
      </div>
    ) : (
      <EmptyState title={t('stopped.title')} action={again} />
    );
  }
  if (isSlow) {
    return (
      <div className="chart-progress" role="status">
        <Spinner label={t('progress.waiting')} />
        <Button size="small" icon="stop" onClick={() => deps.dispatch({ type: 'chart/STOPPED', key: chartKey, at: deps.now() })}>
          {t('progress.stop')}
        </Button>
      </div>
    );
  }
  if (isEmpty && entry.status !== 'loading') return <EmptyState title={t('empty.title')} description={t('empty.description')} />;
  if (!hasDrawing && !isEmpty) {
    return (
      <div className="chart-view-skeleton">
        <Skeleton height="100%" />
      </div>
    );
  }
  return null;
}
