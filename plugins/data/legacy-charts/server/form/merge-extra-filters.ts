import type { JsonObject } from '@orrery/sdk';
import { isObject } from './form-values.ts';
import type { LegacyForm } from './form-values.ts';
import { mergeExtraFormData, toAdhocFilter } from './merge-extra-form-data.ts';

/** Names old dashboards' filters use for the time controls. */
const TIME_CONTROLS: Readonly<Record<string, string>> = { __time_range: 'time_range', __time_col: 'granularity_sqla', __time_grain: 'time_grain_sqla' };

const keyOf = (column: unknown, operator: unknown): string => `${JSON.stringify(column)} ${String(operator).toUpperCase()}`;

/** A value whose order does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...new Set(value.map((item) => JSON.stringify(item)))].sort() : value);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** Form data with a dashboard's filters in it, old (`extra_filters`) and new (`extra_form_data`) (contract §8.1). Pure. */
export function mergeExtraFilters(form: LegacyForm): LegacyForm {
  const { extra_filters: given, ...merged }: Record<string, unknown> = mergeExtraFormData(form);
  const adhoc = [...((merged['adhoc_filters'] ?? []) as readonly JsonObject[])];
  const timeExtras: Record<string, unknown> = { ...(isObject(merged['applied_time_extras']) ? merged['applied_time_extras'] : {}) };
  const existing = new Map<string, unknown>();
  for (const { expressionType, subject, operator, comparator } of adhoc) {
    if (expressionType === 'SIMPLE' && subject !== null && subject !== undefined && comparator !== null && comparator !== undefined) existing.set(keyOf(subject, operator), comparator);
  }
  for (const filter of Array.isArray(given) ? (given as unknown[]).filter(isObject) : []) {
    const { col, op, val } = filter;
    const control = typeof col === 'string' && Object.hasOwn(TIME_CONTROLS, col) ? TIME_CONTROLS[col] : undefined;
    if (control !== undefined) {
      if (isEmpty(val) || val === 'No filter') continue;
      merged[control] = val;
      timeExtras[col as string] = val;
    } else if (!isEmpty(val)) {
      const same = existing.get(keyOf(col, op));
      if (same === undefined || canonical(same) !== canonical(val)) adhoc.push(toAdhocFilter(filter) as unknown as JsonObject);
    }
  }
  return { ...merged, adhoc_filters: adhoc, applied_time_extras: timeExtras } as LegacyForm;
}
