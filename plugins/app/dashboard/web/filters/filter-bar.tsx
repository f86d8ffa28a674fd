import { useState } from 'react';
import { Button, Disclosure, IconButton } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { NativeFilter } from '../../contract.ts';
import { visibleCharts } from '../layout/active-tabs.ts';
import { isDivider } from '../load/dashboard-model.ts';
import { useDashboard } from '../page/dashboard-services.ts';
import { useDashboardState, useDispatch } from '../page/use-dashboard-state.ts';
import { CrossFilters, crossFiltering } from './cross-filters.tsx';
import { FilterItem } from './filter-item.tsx';
import { canApply, isEmptyValue, masksToApply, shownValue } from './filter-values.ts';
import { useFilterCodes } from './use-filter-codes.ts';

export interface FilterBarProps {
  /** False hides the bar; its filters still work (FILT-03). */
  readonly isShown: boolean;
  /** `0` or `1` of the address forces it closed or open. */
  readonly expand: string | null;
}

/** The filters of a dashboard at its side: choose, then apply. */
export function FilterBar({ isShown, expand }: FilterBarProps) {
  const { model } = useDashboard();
  const { storage } = usePlugin();
  const t = useT();
  const storageKey = `filter-bar:${model.id}`;
  const [isOpen, setIsOpen] = useState(() => startsOpen(expand, storage.get<boolean>(storageKey), model.filters.length > 0));
  const [wasOpen, setWasOpen] = useState(isOpen);
  const isAwaited = useDashboardState((state) => state.pendingFirst.length > 0);
  const count = useDashboardState((state) => crossFiltering(model, state.masks).length + model.filters.filter(({ id }) => !isEmptyValue(state.masks[id]?.filterState?.value)).length);

  const handleToggle = () => {
    setIsOpen(!isOpen);
    setWasOpen(true);
    storage.set(storageKey, !isOpen);
  };
  const label = t(isOpen ? 'filters.collapse' : 'filters.expand', { count });
  return (
    <aside className="dashboard-filters" aria-label={t('filters.title')} data-open={isOpen} hidden={!isShown}>
      <div className="dashboard-filters-header">
        <h2 className="dashboard-filters-title" hidden={!isOpen}>
          {t('filters.title')}
        </h2>
        {!isOpen && count > 0 && (
          <span className="dashboard-filters-count" aria-hidden="true">
            {count}
          </span>
        )}
        <IconButton icon={isOpen ? 'chevron-left' : 'filter'} size="small" label={label} aria-expanded={isOpen} onClick={handleToggle} />
      </div>
      {/* A closed bar costs nothing until it is opened, unless charts wait for one of its filters. */}
      {(wasOpen || isAwaited) && (
        <div className="dashboard-filters-content" hidden={!isOpen}>
          <FilterList />
        </div>
      )}
    </aside>
  );
}

function FilterList() {
  const { model } = useDashboard();
  const t = useT();
  const dispatch = useDispatch();
  const { codes, retry } = useFilterCodes(model.filters);
  const drafts = useDashboardState((state) => state.drafts);
  const masks = useDashboardState((state) => state.masks);
  const activeTabs = useDashboardState((state) => state.activeTabs);
  const chosen = { drafts, masks };
  const visible = new Set(visibleCharts(model.layout.body, activeTabs));
  const isInScope = (filter: NativeFilter) => isDivider(filter) || [...(model.filterScopes[filter.id] ?? [])].some((id) => visible.has(id));
  const inScope = model.filters.filter(isInScope);
  const outOfScope = model.filters.filter((filter) => !isInScope(filter));
  const clearable = inScope.filter((filter) => !isDivider(filter) && !isEmptyValue(shownValue(chosen, filter.id))).map(({ id }) => id);
  const item = (filter: NativeFilter) =>
    isDivider(filter) ? (
      <div key={filter.id} className="dashboard-filter-divider">
        <h3 className="dashboard-filter-divider-title">{filter.name || String(filter['title'] ?? '')}</h3>
        {filter.description && <p className="dashboard-filter-description">{filter.description}</p>}
      </div>
    ) : (
      <FilterItem key={filter.id} filter={filter} codes={codes} onRetry={retry} />
    );
  return (
    <form
      className="dashboard-filters-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canApply(model.filters, chosen)) dispatch({ type: 'dashboard/FILTERS_APPLIED', masks: masksToApply(model.filters, chosen, codes) });
      }}
    >
      <div className="dashboard-filters-list">
        <CrossFilters />
        {model.filters.length === 0 && <p className="dashboard-hint">{t('filters.none')}</p>}
        {inScope.map(item)}
        {outOfScope.length > 0 && <Disclosure title={t('filters.outOfScope', { count: outOfScope.length })}>{outOfScope.map(item)}</Disclosure>}
      </div>
      {model.filters.length > 0 && (
        <div className="dashboard-filters-footer">
          <Button type="submit" kind="primary" disabled={!canApply(model.filters, chosen)}>
            {t('filters.apply')}
          </Button>
          <Button kind="ghost" disabled={clearable.length === 0} onClick={() => dispatch({ type: 'dashboard/DRAFTS_CLEARED', ids: clearable })}>
            {t('filters.clearAll')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Open where there are filters and room, unless the address or the user said otherwise. */
function startsOpen(expand: string | null, remembered: boolean | undefined, hasFilters: boolean): boolean {
  if (expand === '0' || expand === '1') return expand === '1';
  const isNarrow = window.matchMedia('(max-width: 640px)').matches;
  return remembered !== undefined && !isNarrow ? remembered : hasFilters && !isNarrow;
}
