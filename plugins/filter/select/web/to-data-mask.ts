import type { AdhocFilter, DataMask, FilterValue, QueryFilter } from '@orrery/sdk';
import type { FilterTypeCode, NativeFilter } from '../../../app/dashboard/contract.ts';
import { textOf } from './option-keys.ts';
import type { ValueTexts } from './option-keys.ts';
import { readSettings } from './select-settings.ts';

/** Lets no row through: what a required filter without a value means (contract §8.4). */
const NOTHING: AdhocFilter = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' };

/** Reads a stored value: a list, one value, or nothing. */
export function readValue(value: unknown): readonly FilterValue[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as FilterValue[]) : [value as FilterValue];
}

/** The pure half of the filter type; `t` names NULL and the booleans. */
export function createSelectMask(t: (key: string, args?: Readonly<Record<string, string | number>>) => string): Pick<FilterTypeCode, 'toDataMask' | 'describe'> {
  const valueTexts = (): ValueTexts => ({ null: t('value.null'), true: t('value.true'), false: t('value.false') });
  const labelOf = (values: readonly FilterValue[], isExcluding: boolean): string => {
    const texts = valueTexts();
    const list = values.map((value) => textOf(value, undefined, texts)).join(', ');
    return isExcluding && list !== '' ? t('label.excluded', { values: list }) : list;
  };

  return {
    toDataMask(value, filter): DataMask {
      const values = readValue(value);
      const { isInverse, isRequired, column } = readSettings(filter);
      if (values.length === 0) {
        return { extraFormData: isRequired ? { adhoc_filters: [NOTHING] } : {}, filterState: { value: null, label: '', excludeFilterValues: isInverse } };
      }
      const filters: readonly QueryFilter[] = column === undefined ? [] : [{ col: column, op: isInverse ? 'NOT IN' : 'IN', val: [...values] }];
      return {
        extraFormData: filters.length > 0 ? { filters } : {},
        filterState: { value: [...values], label: labelOf(values, isInverse), excludeFilterValues: isInverse },
      };
    },
    describe(value: unknown, filter: NativeFilter): string {
      const label = labelOf(readValue(value), readSettings(filter).isInverse);
      return label === '' ? filter.name : `${filter.name}: ${label}`;
    },
  };
}
