import type { DataMask, FilterValue, QueryFilter } from '@orrery/sdk';
import type { CartesianModel } from './cartesian-model.ts';

/** What a click on a mark means. */
export interface Hit {
  readonly series: number;
  readonly index: number;
}

const CLEAR: DataMask = { extraFormData: {}, filterState: { value: null, selectedValues: null } };

/**
 * The mask a click emits (VQ-16): the series' dimension values; without dimensions the x value, over time the whole bucket.
 * A second click on what alone is selected clears it.
 */
export function crossFilterMask(model: CartesianModel, hit: Hit): DataMask | undefined {
  const series = model.series[hit.series];
  if (!series) return undefined;
  const dimensions = Object.entries(series.filter);
  if (dimensions.length > 0) return isOnlySelection(model, hit.series) ? CLEAR : maskOf(dimensions.map(([col, value]) => equals(col, value)), Object.values(series.filter).join(', '));
  const x = model.xs[hit.index] ?? null;
  if (model.selectedXs.length === 1 && model.selectedXs[0] === x) return CLEAR;
  if (model.xKind !== 'time' || typeof x !== 'number') return maskOf([equals(model.xName, x)], x);
  const next = model.xs[hit.index + 1];
  const end = typeof next === 'number' ? next : addGrain(x, model.grain);
  const filter: QueryFilter = { col: model.xName, op: 'TEMPORAL_RANGE', val: `${iso(x)} : ${iso(end)}`, ...(model.grain ? { grain: model.grain } : {}) };
  return { extraFormData: { filters: [filter] }, filterState: { value: [x], selectedValues: [x], label: model.formatXLong(x) } };
}

function isOnlySelection(model: CartesianModel, at: number): boolean {
  return model.series.some((series) => !series.isSelected) && model.series.every((series, index) => series.isSelected === (index === at));
}

function equals(col: string, value: FilterValue): QueryFilter {
  return value === null ? { col, op: 'IS NULL' } : { col, op: 'IN', val: [value] };
}

function maskOf(filters: readonly QueryFilter[], value: string | number | null): DataMask {
  return { extraFormData: { filters }, filterState: { value: [value], selectedValues: [value], label: value === null ? '<NULL>' : String(value) } };
}

/** End of the last bucket, which has no successor to take it from. */
function addGrain(start: number, grain: string | null): number {
  const date = new Date(start);
  const [, count = '1', unit = 'D', isTime] = /^P(?:T(?=\d))?(\d+)([YMWDHS])$/.exec(grain ?? 'P1D') ?? [];
  const amount = Number(count);
  const isClock = grain?.startsWith('PT') ?? Boolean(isTime);
  if (unit === 'Y') date.setUTCFullYear(date.getUTCFullYear() + amount);
  else if (unit === 'M' && !isClock) date.setUTCMonth(date.getUTCMonth() + amount);
  else return start + amount * ({ W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 }[unit] ?? 86_400_000);
  return date.getTime();
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}
