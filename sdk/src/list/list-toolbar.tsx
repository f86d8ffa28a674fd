import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, IconButton, Select } from '@orrery/sdk/ui';
import type { ListDeclaration, ListRow } from './declaration.ts';
import { DebouncedSearch } from './filters/debounced-search.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilterPanel } from './filters/filter-panel.tsx';
import type { FilterValue, ListState } from './state/list-state.ts';
import { useListText } from './texts.ts';

/** Search, filters, sort of the cards, and the view toggle. @internal */
export function ListToolbar<Row extends ListRow>(props: {
  readonly declaration: ListDeclaration<Row>;
  readonly state: ListState;
  onChange(change: Partial<ListState>, options?: { replace?: boolean }): void;
}): ReactNode {
  const { declaration, state, onChange } = props;
  const t = useListText();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const search = declaration.filters.find((filter) => filter.kind === 'search');
  const others = declaration.filters.filter((filter) => filter !== search);
  const setFilter = (id: string, value: FilterValue | undefined, replace = false): void => {
    const { [id]: _old, ...rest } = state.filters;
    onChange({ filters: value === undefined ? rest : { ...rest, [id]: value }, pageIndex: 0 }, { replace });
  };
  const searched = search && state.filters[search.id];
  const sorts = declaration.cardSorts ?? [];
  const sort = sorts.find((item) => item.column === state.sortColumn && item.order === state.sortOrder);
  return (
    <>
      <div className="o-list__controls">
        {search && <DebouncedSearch label={search.label} value={typeof searched === 'string' ? searched : ''} onChange={(text) => setFilter(search.id, text || undefined, true)} />}
        {others.length > 0 && (
          <Button icon="filter" aria-expanded={isOpen} aria-controls={isOpen ? panelId : undefined} onClick={() => setOpen(!isOpen)}>
            {t('filter.open')}
          </Button>
        )}
        <span className="o-list__spacer" />
        {state.viewMode === 'card' && sorts.length > 0 && (
          <Select
            label={t('sort.label')}
            hideLabel
            className="o-list__card-sort"
            value={sort?.id ?? ''}
            options={[...(sort ? [] : [{ value: '', label: t('sort.label') }]), ...sorts.map((item) => ({ value: item.id, label: item.label }))]}
            onChange={(id) => {
              const next = sorts.find((item) => item.id === id);
              if (next) onChange({ sortColumn: next.column, sortOrder: next.order, pageIndex: 0 });
            }}
          />
        )}
        {declaration.card && (
          <fieldset className="o-list__modes">
            <legend className="o-visually-hidden">{t('view.label')}</legend>
            <IconButton icon="grid" label={t('view.card')} pressed={state.viewMode === 'card'} onClick={() => onChange({ viewMode: 'card' })} />
            <IconButton icon="list" label={t('view.table')} pressed={state.viewMode === 'table'} onClick={() => onChange({ viewMode: 'table' })} />
          </fieldset>
        )}
      </div>
      {isOpen && <FilterPanel id={panelId} resource={declaration.resource} filters={others} values={state.filters} onChange={setFilter} />}
      <FilterChips filters={others} values={state.filters} onRemove={(id) => setFilter(id, undefined)} onClear={() => onChange({ filters: {}, pageIndex: 0 })} />
    </>
  );
}
