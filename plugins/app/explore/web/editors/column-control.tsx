import type { ReactElement } from 'react';
import type { Dimension } from '@orrery/sdk';
import { useT } from '@orrery/sdk/web';
import { getColumnLabel } from '@orrery/sdk/viz';
import type { ControlProps } from '../../contract.ts';
import { columnIcon } from '../dataset-panel/field-icon.ts';
import { addField } from '../model/fields.ts';
import { ColumnEditor } from './column-editor.tsx';
import { listValue } from './list-value.ts';
import { PillList } from './pill-list.tsx';

/** Chooses one dimension or several: columns of the dataset, or SQL. */
export function ColumnControl({ control, value, state, labelId, onChange }: ControlProps<Dimension | readonly Dimension[] | null>): ReactElement {
  const t = useT();
  const isMultiple = control.type === 'columns';
  const list = listValue<Dimension>(value, isMultiple, onChange as (value: unknown) => void);
  const find = (name: string) => state.dataset?.columns.find((column) => column.column_name === name);
  const offered = Array.isArray(control.choices) ? new Set(control.choices.map((choice) => choice.value)) : undefined;
  const columns = (state.dataset?.columns ?? []).filter((column) => !offered || offered.has(column.column_name));
  return (
    <PillList
      labelId={labelId}
      label={control.label}
      isMultiple={isMultiple}
      addText={control.placeholder ?? t(isMultiple ? 'column.add-many' : 'column.add')}
      pills={list.items.map((item) => {
        const column = typeof item === 'string' ? find(item) : undefined;
        return { label: typeof item === 'string' ? column?.verbose_name || item : getColumnLabel(item), icon: column ? columnIcon(column) : 'sql' };
      })}
      renderEditor={(at, close) => (
        <ColumnEditor
          column={at === undefined ? undefined : list.items[at]}
          columns={columns}
          onSave={(column) => {
            list.set(at, column);
            close();
          }}
          onCancel={close}
        />
      )}
      onRemove={list.remove}
      onMove={list.move}
      onDropField={(field) => {
        const next = addField(control, value, field, state);
        if (next !== undefined) onChange(next as Dimension);
      }}
    />
  );
}
