import type { ReactNode } from 'react';
import { Select, TextField } from '@orrery/sdk/ui';
import type { ListFilter } from '../declaration.ts';
import type { FilterValue } from '../state/list-state.ts';
import { useListText } from '../texts.ts';
import { ChoiceFilterInput } from './choice-filter.tsx';
import { DebouncedSearch } from './debounced-search.tsx';

/** @internal */
export interface FilterPanelProps {
  readonly id: string;
  readonly resource: string;
  readonly filters: readonly ListFilter[];
  readonly values: Readonly<Record<string, FilterValue>>;
  onChange(id: string, value: FilterValue | undefined): void;
}

/** Inputs of all filters but the first search. @internal */
export function FilterPanel({ id, resource, filters, values, onChange }: FilterPanelProps): ReactNode {
  return (
    <div id={id} className="o-list__filters">
      {filters.map((filter) => (
        <FilterInput key={filter.id} resource={resource} filter={filter} value={values[filter.id]} onChange={(value) => onChange(filter.id, value)} />
      ))}
    </div>
  );
}

function FilterInput({ resource, filter, value, onChange }: { readonly resource: string; readonly filter: ListFilter; readonly value: FilterValue | undefined; onChange(value: FilterValue | undefined): void }): ReactNode {
  const t = useListText();
  if (filter.kind === 'search') return <DebouncedSearch label={filter.label} value={typeof value === 'string' ? value : ''} onChange={(text) => onChange(text || undefined)} />;
  if (filter.kind === 'select' || filter.kind === 'relation') return <ChoiceFilterInput resource={resource} filter={filter} value={value} onChange={onChange} />;
  if (filter.kind === 'boolean') {
    return (
      <Select
        label={filter.label}
        value={value === undefined ? '' : String(value)}
        options={[
          { value: '', label: t('filter.any') },
          { value: 'true', label: filter.yesLabel ?? t('filter.yes') },
          { value: 'false', label: filter.noLabel ?? t('filter.no') },
        ]}
        onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
      />
    );
  }
  const [from, to] = Array.isArray(value) ? (value as readonly [string | null, string | null]) : [null, null];
  const change = (next: readonly [string | null, string | null]): void => onChange(next[0] || next[1] ? next : undefined);
  return (
    <div className="o-list__range">
      <TextField type="date" label={t('filter.from', { label: filter.label })} value={from ?? ''} onChange={(next) => change([next || null, to])} />
      <TextField type="date" label={t('filter.to', { label: filter.label })} value={to ?? ''} onChange={(next) => change([from, next || null])} />
    </div>
  );
}
