import type { Dimension, FormData, Metric } from '@orrery/sdk';
import type { ControlPanel } from '@orrery/sdk/viz';
import { ensureArray, getColumnLabel, getMetricLabel, resolveControls } from '@orrery/sdk/viz';

/** Settings that mean the same under every viz type (VQ-18). */
const PUBLIC = [
  'time_range',
  'granularity_sqla',
  'time_grain_sqla',
  'adhoc_filters',
  'limit',
  'series_limit',
  'timeseries_limit_metric',
  'series_limit_metric',
  'order_desc',
  'row_limit',
  'x_axis',
  'rolling_type',
  'rolling_periods',
  'min_periods',
  'time_compare',
  'comparison_type',
  'resample_rule',
  'resample_method',
  'color_scheme',
  'extra_form_data',
  'dashboardId',
] as const;
const METRICS = ['metrics', 'metric', 'metric_2', 'secondary_metric', 'percent_metrics', 'x', 'y', 'size'];
const COLUMNS = ['groupby', 'columns', 'groupbyColumns', 'groupbyRows', 'series', 'entity', 'all_columns'];

function collect<T>(formData: FormData, names: readonly string[], labelOf: (item: T) => string): readonly T[] {
  const items = names.flatMap((name) => ensureArray(formData[name] as T | readonly T[] | null));
  const byLabel = new Map<string, T>();
  for (const item of items) {
    // Bubble sizes and the like may be plain numbers.
    const isItem = (typeof item === 'string' && item !== '') || (typeof item === 'object' && item !== null);
    if (isItem && !byLabel.has(labelOf(item))) byLabel.set(labelOf(item), item);
  }
  return [...byLabel.values()];
}

/**
 * Form data for another viz type of the same dataset: what was set there before (`memory`), or nothing, with the metrics,
 * dimensions and common settings of the current one, adapted at last by the panel's own `onSwitch`.
 */
export function switchViz(current: FormData, vizType: string, panel: ControlPanel, memory: FormData | undefined): FormData {
  const metrics = [...collect<Metric>(current, METRICS, getMetricLabel)];
  const columns = [...collect<Dimension>(current, COLUMNS, getColumnLabel)];
  const kept = Object.fromEntries(PUBLIC.filter((name) => current[name] !== undefined).map((name) => [name, current[name]]));
  const result: Record<string, unknown> = { ...memory, ...kept };
  const next = (name: string, taken: unknown) => taken !== undefined && (result[name] = taken);
  for (const { name, control } of resolveControls(panel)) {
    if (METRICS.includes(name)) {
      if (control.type === 'metrics' && name !== 'percent_metrics' && metrics.length > 0) next(name, metrics.splice(0));
      else if (control.type === 'metric') next(name, metrics.shift());
    } else if (COLUMNS.includes(name) && name !== 'all_columns') {
      if (control.type === 'columns' && columns.length > 0) next(name, columns.splice(0));
      else if (control.type === 'column') next(name, columns.shift());
    }
  }
  const identity = { datasource: current.datasource, viz_type: vizType, ...(current.slice_id === undefined ? {} : { slice_id: current.slice_id }) };
  const switched: FormData = { ...result, ...identity };
  return panel.onSwitch ? { ...panel.onSwitch(switched), ...identity } : switched;
}
