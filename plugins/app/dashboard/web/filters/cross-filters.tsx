import { Tag } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { useDashboard } from '../page/dashboard-services.ts';
import { useDashboardState, useDispatch } from '../page/use-dashboard-state.ts';
import { maskLabel } from '../state/chart-inputs.ts';
import type { Masks } from '../state/chart-inputs.ts';
import type { DashboardModel } from '../load/dashboard-model.ts';

/** Ids of charts whose selection filters others. */
export function crossFiltering(model: DashboardModel, masks: Masks): readonly string[] {
  return Object.keys(masks).filter((id) => model.charts[Number(id)] !== undefined && Object.keys(masks[id]?.extraFormData ?? {}).length > 0);
}

/** Selections made in charts, each with a way to take it back (DASH-099). */
export function CrossFilters() {
  const { model } = useDashboard();
  const t = useT();
  const dispatch = useDispatch();
  const masks = useDashboardState((state) => state.masks);
  const ids = crossFiltering(model, masks);
  if (ids.length === 0) return null;
  return (
    <section className="dashboard-cross" aria-label={t('cross.title')}>
      <h3 className="dashboard-cross-title">{t('cross.title')}</h3>
      {ids.map((id) => (
        <Tag
          key={id}
          label={t('cross.chip', { chart: model.charts[Number(id)]?.slice_name ?? id, label: maskLabel(masks[id] ?? {}) })}
          onRemove={() => dispatch({ type: 'dashboard/MASKS_CLEARED', ids: [id] })}
        />
      ))}
    </section>
  );
}
