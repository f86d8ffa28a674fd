import { useEffect, useMemo } from 'react';
import type { ReactElement } from 'react';
import { Button, EmptyState, ErrorPanel, Link, Skeleton } from '@orrery/sdk/ui';
import { useLocation, usePlugin, useT, useTitle } from '@orrery/sdk/web';
import { addChartRoute } from '../../contract.ts';
import { isEmptyRequest, isSameRequest, parseRequest } from '../model/url-state.ts';
import { useDispatch, useExplore } from '../state/use-explore.ts';
import { Workbench } from './workbench.tsx';

/** `/explore/`: opens what the address names and keeps it until the page is left. */
export function ExplorePage(): ReactElement {
  const t = useT();
  const { ui } = usePlugin();
  const { search } = useLocation();
  const state = useExplore();
  const dispatch = useDispatch();
  const request = useMemo(() => parseRequest(search), [search]);
  const retry = () => dispatch({ type: 'explore/OPENED', request });
  const isOpen = state.request !== undefined && isSameRequest(state.request, request);
  useTitle(state.name || t(state.slice ? 'route.explore' : 'title.new'));

  useEffect(() => {
    if (!isEmptyRequest(request) && !isOpen) dispatch({ type: 'explore/OPENED', request });
  }, [request, isOpen, dispatch]);
  useEffect(() => () => dispatch({ type: 'explore/CLOSED' }), [dispatch]);

  if (isEmptyRequest(request)) {
    return (
      <EmptyState
        icon="chart"
        title={t('missing.title')}
        description={t('missing.hint')}
        action={<Link route={addChartRoute}>{t('command.create')}</Link>}
      />
    );
  }
  if (state.status === 'failed' && state.error) {
    return (
      <ErrorPanel
        title={t(state.error.status === 404 ? 'load.not-found' : state.error.status === 403 ? 'load.forbidden' : 'load.failed')}
        message={state.error.message}
        onRetry={retry}
        actions={<Link route={addChartRoute}>{t('command.create')}</Link>}
      />
    );
  }
  if (state.status !== 'ready' || !state.formData) {
    return (
      <div className="explore-loading" aria-busy="true" aria-label={t('load.busy')}>
        <Skeleton lines={8} />
        <Skeleton lines={8} />
        <Skeleton height={400} />
      </div>
    );
  }
  if (state.dataset && state.dataset.columns.length === 0 && state.dataset.database.id === 0) {
    return <EmptyState icon="warning" title={t('missing.dataset')} description={t('missing.dataset-hint')} action={<Button onClick={retry}>{t('retry')}</Button>} />;
  }
  return <Workbench key={state.slice?.slice_id ?? 'new'} isBare={ui.standalone > 0} />;
}
