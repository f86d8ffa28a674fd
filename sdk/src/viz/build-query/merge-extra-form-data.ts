import type { ExtraFormData, FormData, JsonObject } from '@orrery/sdk';

const APPENDED = ['filters', 'adhoc_filters', 'interactive_groupby', 'interactive_highlight', 'interactive_drilldown'] as const;
/** Keys whose value a chart also reads from its own form data, e.g. to format dates by the grain in force. */
const SHOWN = ['time_range', 'time_grain_sqla', 'granularity_sqla'] as const;

/** Combines masks in order: lists are appended, of other values the later one wins (contract §8.1). @public */
export function combineExtraFormData(...extras: readonly (ExtraFormData | null | undefined)[]): ExtraFormData {
  const result: Record<string, unknown> = {};
  for (const extra of extras) {
    for (const [key, value] of Object.entries(extra ?? {})) {
      if (value === undefined) continue;
      const before = result[key];
      if ((APPENDED as readonly string[]).includes(key)) result[key] = [...((before as unknown[]) ?? []), ...(value as unknown[])];
      else if (key === 'custom_form_data') result[key] = { ...(before as JsonObject), ...(value as JsonObject) };
      else result[key] = value;
    }
  }
  return result;
}

/**
 * Form data as it is in force under a dashboard's filters. The mask stays under `extra_form_data`, where the query builder
 * reads it; time range, grain and time column also replace the chart's own, for those who draw.
 * @public
 */
export function mergeExtraFormData(formData: FormData, extra: ExtraFormData | null | undefined): FormData {
  if (!extra || Object.keys(extra).length === 0) return formData;
  const merged = combineExtraFormData(formData['extra_form_data'] as ExtraFormData | undefined, extra);
  const shown = Object.fromEntries(SHOWN.filter((key) => extra[key] !== undefined).map((key) => [key, extra[key]]));
  return { ...formData, ...shown, extra_form_data: merged };
}
