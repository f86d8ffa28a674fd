import type { DataMask } from '@orrery/sdk';
import type { Action } from '@orrery/sdk/web';
import type { DashboardBundle } from '../../contract.ts';
import type { ActiveTabs } from '../layout/active-tabs.ts';
import type { DashboardModel } from '../load/dashboard-model.ts';
import type { Masks } from './chart-inputs.ts';

/** Why a dashboard could not be shown. */
export interface LoadProblem {
  readonly status: number;
  readonly message: string;
}

/** The one dashboard that is open. */
export interface DashboardState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Id, slug or uuid, as in the address. */
  readonly ref?: string;
  readonly problem?: LoadProblem;
  readonly bundle?: DashboardBundle;
  readonly model?: DashboardModel;
  /** In force. */
  readonly masks: Masks;
  /** Chosen in the filter bar, not applied yet. */
  readonly drafts: Readonly<Record<string, unknown>>;
  /** Filters that must have a value before the charts they reach may ask. */
  readonly pendingFirst: readonly string[];
  readonly activeTabs: ActiveTabs;
  readonly isFavourite: boolean;
  /** Seconds; 0 is never. */
  readonly refreshSeconds: number;
}

/** What a dashboard starts with once it is there. */
export interface LoadedDashboard {
  readonly bundle: DashboardBundle;
  readonly model: DashboardModel;
  readonly masks: Masks;
  readonly pendingFirst: readonly string[];
  readonly activeTabs: ActiveTabs;
}

/** All that can happen to a dashboard on view. */
export type DashboardAction =
  | { readonly type: 'dashboard/LOAD_ASKED'; readonly ref: string; readonly search: string; readonly hash: string }
  | { readonly type: 'dashboard/LOADED'; readonly ref: string; readonly loaded: LoadedDashboard }
  | { readonly type: 'dashboard/LOAD_FAILED'; readonly ref: string; readonly problem: LoadProblem }
  | { readonly type: 'dashboard/LEFT' }
  /** A chart's cross-filter or own state. */
  | { readonly type: 'dashboard/MASK_SET'; readonly id: string; readonly mask: DataMask }
  | { readonly type: 'dashboard/MASKS_CLEARED'; readonly ids: readonly string[] }
  | { readonly type: 'dashboard/DRAFT_SET'; readonly id: string; readonly value: unknown }
  | { readonly type: 'dashboard/DRAFTS_CLEARED'; readonly ids: readonly string[] }
  | { readonly type: 'dashboard/FILTERS_APPLIED'; readonly masks: Masks }
  | { readonly type: 'dashboard/FILTER_RELEASED'; readonly id: string }
  | { readonly type: 'dashboard/TABS_OPENED'; readonly activeTabs: ActiveTabs }
  | { readonly type: 'dashboard/FAVOURITE_ASKED'; readonly isFavourite: boolean }
  | { readonly type: 'dashboard/FAVOURITE_SET'; readonly isFavourite: boolean }
  | { readonly type: 'dashboard/REFRESH_ASKED' }
  | { readonly type: 'dashboard/REFRESH_SECONDS_SET'; readonly seconds: number };

export const NOTHING_OPEN: DashboardState = {
  status: 'idle',
  masks: {},
  drafts: {},
  pendingFirst: [],
  activeTabs: {},
  isFavourite: false,
  refreshSeconds: 0,
};

/** Keeps the dashboard on view. */
export function dashboardReducer(state: DashboardState | undefined, action: Action): DashboardState {
  const current = state ?? NOTHING_OPEN;
  const event = action as unknown as DashboardAction;
  switch (event.type) {
    case 'dashboard/LOAD_ASKED':
      return { ...NOTHING_OPEN, status: 'loading', ref: event.ref };
    case 'dashboard/LOADED':
      if (event.ref !== current.ref) return current;
      return {
        ...current,
        ...event.loaded,
        status: 'ready',
        isFavourite: event.loaded.bundle.isFavourite,
        refreshSeconds: readSeconds(event.loaded.model.metadata['refresh_frequency']),
      };
    case 'dashboard/LOAD_FAILED':
      return event.ref === current.ref ? { ...current, status: 'failed', problem: event.problem } : current;
    case 'dashboard/LEFT':
      return NOTHING_OPEN;
    case 'dashboard/TABS_OPENED':
      return { ...current, activeTabs: event.activeTabs };
    case 'dashboard/FAVOURITE_SET':
      return { ...current, isFavourite: event.isFavourite };
    case 'dashboard/REFRESH_SECONDS_SET':
      return { ...current, refreshSeconds: event.seconds };
    default:
      return reduceFilters(current, event);
  }
}

function reduceFilters(current: DashboardState, event: DashboardAction): DashboardState {
  switch (event.type) {
    case 'dashboard/MASK_SET':
      return { ...current, masks: { ...current.masks, [event.id]: { ...current.masks[event.id], ...event.mask, id: event.id } } };
    case 'dashboard/MASKS_CLEARED':
      return { ...current, masks: cleared(current.masks, event.ids) };
    case 'dashboard/DRAFT_SET':
      return { ...current, drafts: { ...current.drafts, [event.id]: event.value } };
    case 'dashboard/DRAFTS_CLEARED':
      return { ...current, drafts: { ...current.drafts, ...Object.fromEntries(event.ids.map((id) => [id, null])) } };
    case 'dashboard/FILTERS_APPLIED': {
      const drafts = Object.fromEntries(Object.entries(current.drafts).filter(([id]) => !(id in event.masks)));
      const pendingFirst = current.pendingFirst.filter((id) => !(id in event.masks));
      return { ...current, drafts, masks: { ...current.masks, ...event.masks }, pendingFirst: keep(current.pendingFirst, pendingFirst) };
    }
    case 'dashboard/FILTER_RELEASED':
      return { ...current, pendingFirst: keep(current.pendingFirst, current.pendingFirst.filter((id) => id !== event.id)) };
    default:
      return current;
  }
}

/** The earlier list when nothing left it, so that its readers see no change. */
function keep(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.length === after.length ? before : after;
}

/** A cleared mask keeps its own state, e.g. the page a table is on. */
function cleared(masks: Masks, ids: readonly string[]): Masks {
  const next: Record<string, DataMask> = { ...masks };
  for (const id of ids) {
    const ownState = next[id]?.ownState;
    if (ownState) next[id] = { id, ownState };
    else delete next[id];
  }
  return next;
}

function readSeconds(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}
