import type { AdhocFilter, JsonObject } from '@orrery/sdk';
import { isObject } from './form-values.ts';
import type { LegacyForm } from './form-values.ts';

/** Extra keys that replace a key of the form data (contract §8.1). */
const OVERRIDES: Readonly<Record<string, string>> = {
  granularity: 'granularity',
  granularity_sqla: 'granularity',
  time_column: 'time_column',
  time_grain: 'time_grain',
  time_range: 'time_range',
  time_compare: 'time_compare',
};
const EXTRAS = ['relative_start', 'relative_end', 'time_grain_sqla'] as const;

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? (value as unknown[]).filter(isObject) : []);

/** A plain filter as an ad hoc one. */
export function toAdhocFilter({ col, op, val }: JsonObject): AdhocFilter {
  return { clause: 'WHERE', expressionType: 'SIMPLE', subject: col, operator: op, comparator: val, isExtra: true } as unknown as AdhocFilter;
}

/** Applies what a dashboard's filters say (`extra_form_data`) to form data, as the server does it for charts it shapes. Pure. */
export function mergeExtraFormData(form: LegacyForm): LegacyForm {
  const { extra_form_data: given, ...own } = form;
  const extra = isObject(given) ? given : {};
  const merged: Record<string, unknown> = { ...own };
  for (const [from, to] of Object.entries(OVERRIDES)) if (extra[from] !== undefined && extra[from] !== null) merged[to] = extra[from];
  const extras = Object.fromEntries(EXTRAS.filter((key) => extra[key] !== undefined && extra[key] !== null).map((key) => [key, extra[key]]));
  if (Object.keys(extras).length > 0) merged['extras'] = { ...(isObject(own['extras']) ? own['extras'] : {}), ...extras };

  const appended = objects(extra['filters']).map(toAdhocFilter);
  merged['adhoc_filters'] = [...objects(own['adhoc_filters']), ...objects(extra['adhoc_filters']).map((filter) => ({ ...filter, isExtra: true }))];
  for (const key of Object.keys(merged)) {
    if (key.startsWith('adhoc_filter')) merged[key] = [...objects(merged[key]), ...appended];
  }
  const { time_range: range } = merged;
  if (range && !merged['granularity_sqla'] && !merged['granularity']) {
    merged['adhoc_filters'] = objects(merged['adhoc_filters']).map((filter) => (filter['operator'] === 'TEMPORAL_RANGE' ? { ...filter, comparator: range } : filter));
  }
  return merged as LegacyForm;
}
