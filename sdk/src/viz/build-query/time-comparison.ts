import type { FormData, QueryObject } from '@orrery/sdk';
import { ensureArray } from './ensure-array.ts';
import { getMetricLabel } from './labels.ts';

const TYPES: readonly unknown[] = ['values', 'difference', 'percentage', 'ratio'];

/** A metric and its shifted twin: `SUM(qty)` and `SUM(qty)__1 year ago`. @public */
export interface ShiftedMetric {
  readonly metric: string;
  readonly offset: string;
  readonly label: string;
}

/** Time shifts the form data asks for; empty when the chart compares nothing (VQ-12). @public */
export function timeOffsets(formData: FormData): readonly string[] {
  return TYPES.includes(formData['comparison_type']) ? ensureArray(formData['time_compare'] as string | readonly string[] | null) : [];
}

/** Metrics of past periods that come with the query. @public */
export function shiftedMetrics(formData: FormData, query: QueryObject): readonly ShiftedMetric[] {
  return (query.metrics ?? []).flatMap((metric) => {
    const label = getMetricLabel(metric);
    return timeOffsets(formData).map((offset) => ({ metric: label, offset, label: `${label}__${offset}` }));
  });
}

/** @public */
export function isTimeComparison(formData: FormData, query: QueryObject): boolean {
  return shiftedMetrics(formData, query).length > 0;
}
