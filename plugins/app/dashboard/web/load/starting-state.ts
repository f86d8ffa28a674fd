import type { DataMask, JsonObject } from '@orrery/sdk';
import { decodeRison } from '@orrery/sdk';
import type { ApiClient } from '@orrery/sdk/web';
import type { NativeFilter } from '../../contract.ts';
import { readJsonObject } from '../shared/read-json.ts';
import type { Masks } from '../state/chart-inputs.ts';

/** What an address says about the state to open a dashboard in (DASH-002). */
export interface LinkedState {
  readonly masks?: Masks;
  readonly activeTabs: readonly string[];
  /** The link named a stored state that is gone. */
  readonly isExpired: boolean;
}

/** Reads the state an address points at: a permalink, else stored filters; masks written into the address override both. */
export async function loadLinkedState(api: ApiClient, ref: string, search: string, signal: AbortSignal): Promise<LinkedState> {
  const params = new URLSearchParams(search);
  const stored = await loadStored(api, ref, params, signal);
  const inline = params.get('native_filters');
  if (inline === null) return stored;
  try {
    return { ...stored, masks: readMasks(decodeRison(inline)) };
  } catch {
    return { ...stored, isExpired: true };
  }
}

async function loadStored(api: ApiClient, ref: string, params: URLSearchParams, signal: AbortSignal): Promise<LinkedState> {
  const permalink = params.get('permalink_key');
  const filters = params.get('native_filters_key');
  try {
    if (permalink !== null) {
      const { state } = await api.get<{ state: JsonObject }>(`/api/v1/dashboard/permalink/${encodeURIComponent(permalink)}`, { signal });
      const tabs = Array.isArray(state['activeTabs']) ? state['activeTabs'].filter((id): id is string => typeof id === 'string') : [];
      return { masks: readMasks(state['dataMask']), activeTabs: tabs, isExpired: false };
    }
    if (filters !== null) {
      const path = `/api/v1/dashboard/${encodeURIComponent(ref)}/filter_state/${encodeURIComponent(filters)}`;
      const { value } = await api.get<{ value: string }>(path, { signal });
      return { masks: readMasks(readJsonObject(value)), activeTabs: [], isExpired: false };
    }
  } catch {
    return { activeTabs: [], isExpired: true };
  }
  return { activeTabs: [], isExpired: false };
}

function readMasks(value: unknown): Masks {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, DataMask] => typeof entry[1] === 'object' && entry[1] !== null));
}

/** The masks a dashboard opens with: those of the address, where it says something, else the filters' defaults. */
export function startingMasks(filters: readonly NativeFilter[], linked: Masks | undefined): Masks {
  if (linked) return linked;
  const masks: Record<string, DataMask> = {};
  for (const { id, defaultDataMask } of filters) {
    if (defaultDataMask && hasValue(defaultDataMask)) masks[id] = { ...defaultDataMask, id };
  }
  return masks;
}

/** Filters whose first value is still to be chosen; charts in their scope wait (FILT-05). */
export function filtersWithoutFirst(filters: readonly NativeFilter[], masks: Masks): readonly string[] {
  return filters
    .filter(({ requiredFirst, controlValues }) => requiredFirst === true || controlValues?.['defaultToFirstItem'] === true)
    .map(({ id }) => id)
    .filter((id) => !hasValue(masks[id]));
}

function hasValue(mask: DataMask | undefined): boolean {
  const value = mask?.filterState?.value;
  if (value !== undefined && value !== null) return true;
  return Object.keys(mask?.extraFormData ?? {}).length > 0;
}
