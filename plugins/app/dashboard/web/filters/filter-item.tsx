// Components of other plugins and the kernel's Slot come by value.
/* oxlint-disable react/static-components */
import { memo, useCallback, useEffect, useId, useMemo } from 'react';
import type { ExtraFormData, QueryContext } from '@orrery/sdk';
import { combineExtraFormData } from '@orrery/sdk/viz';
import { Button, Skeleton } from '@orrery/sdk/ui';
import { useSlot, useT } from '@orrery/sdk/web';
import type { NativeFilter } from '../../contract.ts';
import { useDashboard } from '../page/dashboard-services.ts';
import { useDashboardState, useDispatch } from '../page/use-dashboard-state.ts';
import { isEmptyValue, isRequired, maskOf, shownValue } from './filter-values.ts';
import { narrowContext } from './narrow-context.ts';
import type { FilterCodes } from './use-filter-codes.ts';

export interface FilterItemProps {
  readonly filter: NativeFilter;
  readonly codes: FilterCodes;
  readonly onRetry: () => void;
}

/** One filter of the bar: its name, its input, what is the matter with it. A failing filter does not touch the others (FILT-26). */
export const FilterItem = memo(function FilterItem({ filter, codes, onRetry }: FilterItemProps) {
  const { model } = useDashboard();
  const Slot = useSlot();
  const t = useT();
  const labelId = useId();
  const value = useDashboardState((state) => shownValue(state, filter.id));
  const isTouched = useDashboardState((state) => filter.id in state.drafts);
  const handleChange = useHandleChange(filter, codes);
  const query = useNarrowedQuery(filter, codes);
  const found = codes[filter.filterType];
  const required = isRequired(filter);
  const datasetId = filter.targets?.[0]?.datasetId;
  const dataset = datasetId === undefined ? undefined : model.datasets[`${datasetId}__table`];
  return (
    <div className="dashboard-filter">
      <div className="dashboard-filter-name" id={labelId}>
        {filter.name}
        {required && <span className="dashboard-filter-required">{t('filters.required')}</span>}
      </div>
      {filter.description && <p className="dashboard-filter-description">{filter.description}</p>}
      {found === undefined && <Skeleton height="32px" />}
      {found instanceof Error && (
        <div className="dashboard-filter-problem" role="alert">
          {t('filters.typeFailed', { type: filter.filterType })}
          <Button size="small" icon="refresh" onClick={onRetry}>
            {t('filters.retry')}
          </Button>
        </div>
      )}
      {found && !(found instanceof Error) && (
        <Slot pluginId={found.pluginId} contribution={filter.filterType}>
          <found.code.Input filter={filter} dataset={dataset} value={value} isRequired={required} onChange={handleChange} query={query} labelId={labelId} />
        </Slot>
      )}
      {required && isTouched && isEmptyValue(value) && (
        <p className="dashboard-filter-problem" role="alert">
          {t('filters.valueRequired')}
        </p>
      )}
    </div>
  );
});

/** Keeps a choice for “Apply”; the first value of a filter others wait for is applied at once (FILT-05). */
function useHandleChange(filter: NativeFilter, codes: FilterCodes): (value: unknown) => void {
  const dispatch = useDispatch();
  const isPending = useDashboardState((state) => state.pendingFirst.includes(filter.id));
  const found = codes[filter.filterType];
  // Charts must not wait for a filter that will never speak.
  const isBroken = isPending && found instanceof Error;
  useEffect(() => {
    if (isBroken) dispatch({ type: 'dashboard/FILTER_RELEASED', id: filter.id });
  }, [dispatch, isBroken, filter.id]);
  return useCallback(
    (value: unknown) => {
      if (!isPending || !found || found instanceof Error) dispatch({ type: 'dashboard/DRAFT_SET', id: filter.id, value });
      else if (isEmptyValue(value)) dispatch({ type: 'dashboard/FILTER_RELEASED', id: filter.id });
      else dispatch({ type: 'dashboard/FILTERS_APPLIED', masks: { [filter.id]: maskOf(found.code, filter, value) } });
    },
    [dispatch, filter, found, isPending],
  );
}

/** A new function whenever the filters this one depends on say something else, so that its options follow. */
function useNarrowedQuery(filter: NativeFilter, codes: FilterCodes) {
  const { charts, model } = useDashboard();
  const parents = useMemo(
    () => (filter.cascadeParentIds ?? []).flatMap((id) => model.filters.find((other) => other.id === id) ?? []),
    [filter, model],
  );
  const extra = useDashboardState((state) => {
    const masks = parents.map((parent) => {
      const found = codes[parent.filterType];
      return found && !(found instanceof Error) ? found.code.toDataMask(shownValue(state, parent.id), parent) : state.masks[parent.id];
    });
    // As text: a selector must answer the same value while nothing changed.
    return parents.length === 0 ? '{}' : JSON.stringify(combineExtraFormData(...masks.map((mask) => mask?.extraFormData)));
  });
  return useCallback(
    (context: QueryContext, signal?: AbortSignal) => charts.query(narrowContext(context, JSON.parse(extra) as ExtraFormData), signal),
    [charts, extra],
  );
}
