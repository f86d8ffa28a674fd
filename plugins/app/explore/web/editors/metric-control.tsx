import type { ReactElement } from 'react';
import type { Metric } from '@orrery/sdk';
import { useT } from '@orrery/sdk/web';
import { getMetricLabel } from '@orrery/sdk/viz';
import type { ControlProps } from '../../contract.ts';
import { addField } from '../model/fields.ts';
import { listValue } from './list-value.ts';
import { MetricEditor } from './metric-editor.tsx';
import { PillList } from './pill-list.tsx';

/** Chooses one metric or several: saved ones, column with aggregate, or SQL. */
export function MetricControl({ control, value, state, labelId, onChange }: ControlProps<Metric | readonly Metric[] | null>): ReactElement {
  const t = useT();
  const isMultiple = control.type === 'metrics';
  const list = listValue<Metric>(value, isMultiple, onChange as (value: unknown) => void);
  const savedLabel = (name: string) => state.dataset?.metrics.find((metric) => metric.metric_name === name)?.verbose_name || name;
  return (
    <PillList
      labelId={labelId}
      label={control.label}
      isMultiple={isMultiple}
      addText={control.placeholder ?? t(isMultiple ? 'metric.add-many' : 'metric.add')}
      pills={list.items.map((metric) => ({ label: typeof metric === 'string' ? savedLabel(metric) : getMetricLabel(metric), icon: typeof metric === 'string' ? 'bolt' : 'number' }))}
      renderEditor={(at, close) => (
        <MetricEditor
          metric={at === undefined ? undefined : list.items[at]}
          dataset={state.dataset}
          onSave={(metric) => {
            list.set(at, metric);
            close();
          }}
          onCancel={close}
        />
      )}
      onRemove={list.remove}
      onMove={list.move}
      onDropField={(field) => {
        const next = addField(control, value, field, state);
        if (next !== undefined) onChange(next as Metric);
      }}
    />
  );
}
