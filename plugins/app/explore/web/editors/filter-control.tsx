import type { ReactElement } from 'react';
import type { AdhocFilter } from '@orrery/sdk';
import { useT } from '@orrery/sdk/web';
import type { ControlProps } from '../../contract.ts';
import { describeFilter } from '../model/describe-value.ts';
import { addField } from '../model/fields.ts';
import { FilterEditor } from './filter-editor.tsx';
import { listValue } from './list-value.ts';
import { PillList } from './pill-list.tsx';

/** Filters of the chart's query, each a condition on a column or a piece of SQL. */
export function FilterControl({ control, value, state, labelId, onChange }: ControlProps<readonly AdhocFilter[]>): ReactElement {
  const t = useT();
  const list = listValue<AdhocFilter>(value, true, onChange as (value: unknown) => void);
  return (
    <PillList
      labelId={labelId}
      label={control.label}
      isMultiple
      addText={control.placeholder ?? t('filter.add')}
      pills={list.items.map((filter) => ({
        label: describeFilter(filter),
        icon: filter.expressionType === 'SQL' ? 'sql' : 'filter',
        note: filter.isExtra ? t('filter.from-dashboard') : undefined,
      }))}
      renderEditor={(at, close) => (
        <FilterEditor
          filter={at === undefined ? undefined : list.items[at]}
          dataset={state.dataset}
          onSave={(filter) => {
            list.set(at, filter);
            close();
          }}
          onCancel={close}
        />
      )}
      onRemove={list.remove}
      onMove={list.move}
      onDropField={(field) => {
        const next = addField(control, value, field, state);
        if (next !== undefined) onChange(next as readonly AdhocFilter[]);
      }}
    />
  );
}
