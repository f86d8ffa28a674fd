import type { Dataset, FormData } from '@orrery/sdk';
import type { ExploreRequest } from '../model/url-state.ts';

/** The saved chart of `GET /api/v1/explore/` (contract §1.2). */
export interface Slice {
  readonly slice_id: number;
  readonly slice_name: string;
  readonly form_data: FormData;
  readonly owners: readonly number[];
  readonly description?: string | null;
  readonly certified_by?: string | null;
  readonly is_managed_externally?: boolean;
  readonly [key: string]: unknown;
}

/** Where and by whom the chart is kept. */
export interface SliceMetadata {
  readonly owners?: readonly string[];
  readonly dashboards?: readonly { readonly id: number; readonly dashboard_title: string }[];
  readonly created_by?: string;
  readonly changed_by?: string;
  readonly created_on_humanized?: string;
  readonly changed_on_humanized?: string;
}

/** Answer of `GET /api/v1/explore/`. */
export interface ExploreAnswer {
  readonly form_data: FormData;
  readonly dataset: Dataset;
  readonly slice: Slice | null;
  readonly message?: string | null;
  readonly metadata?: SliceMetadata | null;
}

/** Explore's slice of the store. */
export interface ExploreState {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly request?: ExploreRequest;
  readonly error?: { readonly message: string; readonly status: number };
  readonly dataset?: Dataset;
  readonly slice: Slice | null;
  readonly metadata: SliceMetadata;
  readonly name: string;
  /** The controls' values as they are now. */
  readonly formData?: FormData;
  /** As saved, or as a new chart started; what changes are measured against. */
  readonly baseline?: FormData;
  /** What the chart was last asked with, and how often it was asked. */
  readonly queried?: FormData;
  readonly trigger: number;
  /** Form data per viz type visited, of this dataset (VQ-18). */
  readonly memory: Readonly<Record<string, FormData>>;
  readonly focusedControl?: string;
  readonly isFavourite: boolean;
  readonly save: { readonly status: 'idle' | 'saving' | 'failed'; readonly message?: string };
  /** Key of the unsaved state on the server. */
  readonly formDataKey?: string;
}

export const INITIAL_STATE: ExploreState = {
  status: 'idle',
  slice: null,
  metadata: {},
  name: '',
  trigger: 0,
  memory: {},
  isFavourite: false,
  save: { status: 'idle' },
};
