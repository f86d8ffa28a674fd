import type { DataMask } from '@orrery/sdk';
import type { FilterTypeCode, NativeFilter } from '../../contract.ts';
import { deepEqual } from '../shared/deep-equal.ts';
import type { Masks } from '../state/chart-inputs.ts';
import type { DashboardState } from '../state/dashboard-slice.ts';
import type { FilterCodes } from './use-filter-codes.ts';

type Chosen = Pick<DashboardState, 'drafts' | 'masks'>;

/** What a filter's input shows: what was chosen last, else what is in force. */
export function shownValue({ drafts, masks }: Chosen, id: string): unknown {
  return id in drafts ? drafts[id] : (masks[id]?.filterState?.value ?? null);
}

/** Nothing chosen. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a filter must have a value. */
export function isRequired(filter: NativeFilter): boolean {
  return filter.controlValues?.['enableEmptyFilter'] === true;
}

/** Ids of filters whose choice is not in force yet. */
export function changedFilters({ drafts, masks }: Chosen): readonly string[] {
  return Object.keys(drafts).filter((id) => {
    const applied = masks[id]?.filterState?.value;
    return !(isEmptyValue(drafts[id]) && isEmptyValue(applied)) && !deepEqual(drafts[id], applied);
  });
}

/** Whether “Apply” makes sense: something changed and nothing required is empty (FILT-04). */
export function canApply(filters: readonly NativeFilter[], chosen: Chosen): boolean {
  if (changedFilters(chosen).length === 0) return false;
  return filters.every((filter) => !isRequired(filter) || !isEmptyValue(shownValue(chosen, filter.id)));
}

/** The masks that applying the choices amounts to. Filters whose type is not loaded keep theirs. */
export function masksToApply(filters: readonly NativeFilter[], chosen: Chosen, codes: FilterCodes): Masks {
  const changed = new Set(changedFilters(chosen));
  const masks: Record<string, DataMask> = {};
  for (const filter of filters) {
    const found = codes[filter.filterType];
    if (!changed.has(filter.id) || !found || found instanceof Error) continue;
    masks[filter.id] = maskOf(found.code, filter, chosen.drafts[filter.id]);
  }
  return masks;
}

/** The mask of one value. */
export function maskOf(code: FilterTypeCode, filter: NativeFilter, value: unknown): DataMask {
  return { ...code.toDataMask(value, filter), id: filter.id };
}
