import type { DataMask } from '@orrery/sdk';
import type { Slice } from './pie.ts';

/** The mask a click on a slice emits (VQ-16); a second click clears it. “Other” stands for no value and emits none. */
export function sliceMask(slices: readonly Slice[], slice: Slice): DataMask | undefined {
  const filters = Object.entries(slice.filter);
  if (filters.length === 0) return undefined;
  if (slice.isSelected && slices.some((other) => !other.isSelected)) return { extraFormData: {}, filterState: { value: null, selectedValues: null } };
  return {
    extraFormData: { filters: filters.map(([col, value]) => (value === null ? { col, op: 'IS NULL' } : { col, op: 'IN', val: [value] })) },
    filterState: { value: [slice.name], selectedValues: [slice.name], label: slice.name },
  };
}
