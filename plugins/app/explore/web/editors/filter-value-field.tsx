import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AdhocFilter, Dataset, FilterValue } from '@orrery/sdk';
import { Combobox } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { isSetOperator } from '@orrery/sdk/viz';
import { toFilterValue } from '../model/filter-operators.ts';
import { TimeRangeField } from './time-range-field.tsx';
import { useColumnValues } from './use-column-values.ts';

interface FilterValueFieldProps {
  readonly filter: AdhocFilter;
  readonly column: Dataset['columns'][number] | undefined;
  readonly dataset: Dataset | undefined;
  onChange(comparator: FilterValue | readonly FilterValue[]): void;
}

/** The value of a filter: a time range, or values the column has, or anything typed. */
export function FilterValueField({ filter, column, dataset, onChange }: FilterValueFieldProps): ReactElement {
  const t = useT();
  const [search, setSearch] = useState('');
  const isRange = filter.operator === 'TEMPORAL_RANGE';
  const { values, isLoading } = useColumnValues(dataset, isRange ? undefined : column, search);
  if (isRange) return <TimeRangeField label={t('filter.range')} value={String(filter.comparator ?? '')} onChange={onChange} />;
  const isMultiple = isSetOperator(filter.operator);
  const chosen = Array.isArray(filter.comparator) ? filter.comparator.map(String) : [];
  const single = filter.comparator === undefined || filter.comparator === null || filter.comparator === '' ? null : String(filter.comparator);
  const texts = [...new Set([...values.map(String), ...(isMultiple ? chosen : single === null ? [] : [single])])];
  return (
    <Combobox
      label={t('filter.value')}
      value={isMultiple ? chosen : single}
      multiple={isMultiple}
      creatable
      clearable
      isLoading={isLoading}
      placeholder={t('filter.options', { count: values.length })}
      options={texts.map((value) => ({ value, label: value === '' ? t('filter.blank') : value }))}
      onSearch={setSearch}
      onChange={(value) => onChange(Array.isArray(value) ? value.map((item: string) => toFilterValue(item, column)) : toFilterValue(typeof value === 'string' ? value : '', column))}
    />
  );
}
