import type { DataMask } from '@orrery/sdk';
import { deepEqual } from '../shared/deep-equal.ts';

const CLEARED: DataMask = { extraFormData: {}, filterState: { value: null, selectedValues: null } };

/**
 * The mask to store for what a chart emitted; undefined when nothing changes. Emitting the selection in force again
 * clears it, so that a second click undoes the first whatever the viz type does about it (VQ-16).
 */
export function emittedMask(current: DataMask | undefined, emitted: DataMask, takesFilters: boolean): DataMask | undefined {
  const { extraFormData, filterState, ...rest } = emitted;
  const mask: DataMask = takesFilters ? emitted : rest;
  const isSelection = takesFilters && extraFormData !== undefined && Object.keys(extraFormData).length > 0;
  if (isSelection && emitted.ownState === undefined && deepEqual(current?.extraFormData, extraFormData) && deepEqual(current?.filterState?.value, filterState?.value)) {
    return CLEARED;
  }
  const merged = { ...current, ...mask };
  return deepEqual({ ...merged, id: undefined }, { ...current, id: undefined }) ? undefined : mask;
}
