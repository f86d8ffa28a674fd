import type { FormData } from '@orrery/sdk';
import type { ExploreRequest } from '../model/url-state.ts';
import type { ExploreAnswer, Slice } from './explore-state.ts';

/** Where a chart is put when it is saved: a dashboard that is there, or a new one by its title. */
export type DashboardTarget = { readonly id: number; readonly title: string } | { readonly title: string };

/** What the save dialog asks for. */
export interface SaveRequest {
  readonly mode: 'overwrite' | 'saveas';
  readonly name: string;
  readonly dashboard?: DashboardTarget;
  readonly goToDashboard: boolean;
}

/** Everything that happens in Explore. */
export type ExploreAction =
  | { readonly type: 'explore/OPENED'; readonly request: ExploreRequest }
  | { readonly type: 'explore/LOADED'; readonly answer: ExploreAnswer; readonly formData: FormData; readonly baseline: FormData; readonly isReady: boolean }
  | { readonly type: 'explore/LOAD_FAILED'; readonly message: string; readonly status: number }
  | { readonly type: 'explore/CONTROL_CHANGED'; readonly name: string; readonly value: unknown }
  | { readonly type: 'explore/CONTROL_FOCUSED'; readonly name: string }
  | { readonly type: 'explore/RUN' }
  | { readonly type: 'explore/VIZ_CHOSEN'; readonly vizType: string }
  | { readonly type: 'explore/VIZ_SWITCHED'; readonly formData: FormData }
  | { readonly type: 'explore/NAME_CHANGED'; readonly name: string }
  | { readonly type: 'explore/SAVE_REQUESTED'; readonly save: SaveRequest }
  | { readonly type: 'explore/SAVED'; readonly slice: Slice; readonly formData: FormData }
  | { readonly type: 'explore/SAVE_FAILED'; readonly message: string }
  | { readonly type: 'explore/SAVE_CLOSED' }
  | { readonly type: 'explore/FAVOURITE_TOGGLED' }
  | { readonly type: 'explore/FAVOURITE_KNOWN'; readonly isFavourite: boolean }
  | { readonly type: 'explore/ADDRESS_CHANGED'; readonly request: ExploreRequest; readonly key?: string }
  | { readonly type: 'explore/CLOSED' };
