import type { ReactNode } from 'react';
import { Button, Tag } from '@orrery/sdk/ui';
import type { ListFilter } from '../declaration.ts';
import type { FilterValue } from '../state/list-state.ts';
import { useListText } from '../texts.ts';
import { filterText } from './filter-text.ts';

/** What the list is narrowed by, each removable. @internal */
export function FilterChips(props: { readonly filters: readonly ListFilter[]; readonly values: Readonly<Record<string, FilterValue>>; onRemove(id: string): void; onClear(): void }): ReactNode {
  const t = useListText();
  const active = props.filters.filter((filter) => props.values[filter.id] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className="o-list__chips" aria-label={t('filter.active')}>
      {active.map((filter) => (
        <li key={filter.id}>
          <Tag label={`${filter.label}: ${filterText(filter, props.values[filter.id] ?? '', t)}`} onRemove={() => props.onRemove(filter.id)} />
        </li>
      ))}
      <li>
        <Button kind="ghost" size="small" onClick={props.onClear}>
          {t('filter.clearAll')}
        </Button>
      </li>
    </ul>
  );
}
