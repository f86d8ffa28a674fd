import type { DataMask, Dataset, ExtraFormData, FormData, JsonObject, QueryFilter } from '@orrery/sdk';
import { combineExtraFormData, mergeExtraFormData } from '@orrery/sdk/viz';
import { isDivider } from '../load/dashboard-model.ts';
import type { DashboardModel } from '../load/dashboard-model.ts';

/** Filter or chart id → what it says to the rest. */
export type Masks = Readonly<Record<string, DataMask>>;

/** A filter in force on a chart. */
export interface AppliedFilter {
  readonly id: string;
  readonly kind: 'native' | 'cross';
  readonly name: string;
  readonly label: string;
  /** Columns it filters by; none for time ranges. */
  readonly columns: readonly string[];
}

/** What one chart of a dashboard is drawn with; the same object while nothing that concerns the chart changed. */
export interface ChartInputs {
  readonly formData: FormData;
  readonly dataset: Dataset | undefined;
  readonly filterState: DataMask['filterState'];
  readonly ownState: JsonObject | undefined;
  readonly applied: readonly AppliedFilter[];
  /** False while a filter that must have a value first has none. */
  readonly isReady: boolean;
}

interface Known {
  readonly masks: Masks;
  readonly pendingFirst: readonly string[];
  readonly parts: readonly unknown[];
  readonly inputs: ChartInputs;
}

interface Reached {
  readonly mask: DataMask;
  readonly extra: ExtraFormData;
  readonly applied: Pick<AppliedFilter, 'id' | 'kind' | 'name'>;
}

/**
 * Creates the selector of one dashboard's chart inputs: merges the masks that reach a chart (contract §8.1–8.2) and answers
 * the object it gave before when the same masks reach it. Work per call is in the number of masks, not of charts.
 */
export function createChartInputs(model: DashboardModel, urlParams: Readonly<Record<string, string>> = {}) {
  const known = new Map<number, Known>();
  const bases = new Map<number, FormData>();
  const filters = model.filters.filter((filter) => !isDivider(filter));
  const scheme = model.metadata['color_scheme'];

  const base = (chartId: number): FormData => {
    let formData = bases.get(chartId);
    if (!formData) {
      const saved = model.charts[chartId]?.form_data as FormData;
      const colors = typeof scheme === 'string' && scheme !== '' ? { color_scheme: scheme } : {};
      const parameters = Object.keys(urlParams).length > 0 ? { url_params: urlParams } : {};
      formData = { ...saved, slice_id: chartId, dashboardId: model.id, ...colors, ...parameters };
      bases.set(chartId, formData);
    }
    return formData;
  };

  function reaching(chartId: number, masks: Masks, dataset: Dataset | undefined): Reached[] {
    const native = filters.flatMap((filter): Reached[] => {
      const mask = masks[filter.id];
      if (!mask?.extraFormData || !model.filterScopes[filter.id]?.has(chartId)) return [];
      return [{ mask, extra: mask.extraFormData, applied: { id: filter.id, kind: 'native', name: filter.name } }];
    });
    const cross = Object.keys(model.hasCrossFilters ? masks : {}).flatMap((id): Reached[] => {
      const mask = masks[id];
      if (!mask?.extraFormData || !model.crossScopes[Number(id)]?.has(chartId)) return [];
      const extra = forDataset(mask.extraFormData, dataset);
      return [{ mask, extra, applied: { id, kind: 'cross', name: model.charts[Number(id)]?.slice_name ?? id } }];
    });
    return [...native, ...cross].filter(({ extra }) => Object.keys(extra).length > 0);
  }

  return function chartInputs(chartId: number, masks: Masks, pendingFirst: readonly string[]): ChartInputs {
    const before = known.get(chartId);
    // Asked on every change of the store: the common case must cost two comparisons.
    if (before?.masks === masks && before.pendingFirst === pendingFirst) return before.inputs;
    const formData = base(chartId);
    const dataset = model.datasets[formData.datasource];
    const reached = reaching(chartId, masks, dataset);
    const isReady = !pendingFirst.some((id) => model.filterScopes[id]?.has(chartId));
    const { filterState, ownState } = masks[chartId] ?? {};
    const parts = [filterState, ownState, isReady, ...reached.map(({ mask }) => mask)];
    if (before && before.parts.length === parts.length && before.parts.every((part, at) => part === parts[at])) {
      known.set(chartId, { ...before, masks, pendingFirst });
      return before.inputs;
    }
    // Own state and selection do not touch the query's filters: keep the form data, so that nothing is asked again.
    const isSameQuery = before !== undefined && sameTail(before.parts, parts);
    const inputs: ChartInputs = {
      formData: isSameQuery ? before.inputs.formData : mergeExtraFormData(formData, combineExtraFormData(...reached.map(({ extra }) => extra))),
      dataset,
      filterState,
      ownState,
      applied: isSameQuery ? before.inputs.applied : reached.map(describeApplied),
      isReady,
    };
    known.set(chartId, { masks, pendingFirst, parts, inputs });
    return inputs;
  };
}

function sameTail(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && after.slice(3).every((part, at) => part === before[at + 3]);
}

/** Leaves out filters on columns the dataset does not have: another dataset's selection means nothing here (DASH-098). */
function forDataset(extra: ExtraFormData, dataset: Dataset | undefined): ExtraFormData {
  if (!dataset || !extra.filters) return extra;
  const filters = extra.filters.filter(({ col }) => typeof col !== 'string' || dataset.columns.some(({ column_name }) => column_name === col));
  if (filters.length === extra.filters.length) return extra;
  const { filters: _dropped, ...rest } = extra;
  return filters.length > 0 ? { ...rest, filters } : rest;
}

function describeApplied({ mask, extra, applied }: Reached): AppliedFilter {
  const columns = (extra.filters ?? []).flatMap(({ col }: QueryFilter) => (typeof col === 'string' ? [col] : []));
  return { ...applied, label: maskLabel(mask), columns: [...new Set(columns)] };
}

/** One line for what a mask selects. */
export function maskLabel(mask: DataMask): string {
  const { label, value } = mask.filterState ?? {};
  if (typeof label === 'string' && label !== '') return label;
  if (Array.isArray(value)) return value.flat().map(String).join(', ');
  return value === null || value === undefined ? '' : String(value);
}
