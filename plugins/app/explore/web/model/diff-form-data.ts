import type { FormData } from '@orrery/sdk';
import { areEqual } from './equal-values.ts';

/** A control whose value differs from the saved one. */
export interface FormDataChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Keys that say where a chart lives, not what it shows (census EXPL-25). */
const IGNORED: ReadonlySet<string> = new Set([
  'slice_id',
  'url_params',
  'dashboards',
  'dashboardId',
  'extra_form_data',
  'label_colors',
  'shared_label_colors',
  'map_label_colors',
  'form_data_key',
  'force',
  'temporal_columns_lookup',
]);

/** What was changed since the chart was saved, in the order of the form data. */
export function diffFormData(before: FormData, after: FormData): readonly FormDataChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !IGNORED.has(name) && !areEqual(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}
