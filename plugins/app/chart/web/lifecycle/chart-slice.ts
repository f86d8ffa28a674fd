import type { ChartDataResult, FormData, QueryContext } from '@orrery/sdk';
import type { Action } from '@orrery/sdk/web';
import type { ChartState } from '../../contract.ts';

/** A chart's life with what its saga needs. */
export interface ChartEntry extends ChartState {
  /** What was asked last. */
  readonly context?: QueryContext;
  readonly contextKey?: string;
  readonly askedFormData?: FormData;
  /** Which question `results` answer; differs from `contextKey` while loading. */
  readonly answeredKey?: string;
}

export interface ChartsState {
  readonly entries: Readonly<Record<string, ChartEntry>>;
}

export type ChartError = NonNullable<ChartState['error']>;
export type ChartFallback = NonNullable<ChartState['fallback']>;

/** All that can happen to a chart. */
export type ChartAction =
  | {
      readonly type: 'chart/ASKED';
      readonly key: string;
      readonly context: QueryContext;
      readonly contextKey: string;
      readonly formData: FormData;
      /** Past the cache of this browser. */
      readonly skipCache: boolean;
      readonly at: number;
    }
  | { readonly type: 'chart/ANSWERED'; readonly key: string; readonly results: readonly ChartDataResult[]; readonly at: number }
  | { readonly type: 'chart/FAILED'; readonly key: string; readonly error: ChartError; readonly at: number }
  | { readonly type: 'chart/STOPPED'; readonly key: string; readonly at: number }
  | { readonly type: 'chart/FELL_BACK'; readonly key: string; readonly fallback: ChartFallback | undefined }
  | { readonly type: 'chart/REMOVED'; readonly key: string };

/** The state of a chart nobody asked for yet. */
export const IDLE: ChartEntry = Object.freeze({ status: 'idle' });

const EMPTY: ChartsState = { entries: {} };

/** Keeps one entry per chart; each action touches its own entry alone. */
export function chartReducer(state: ChartsState | undefined, action: Action): ChartsState {
  const current = state ?? EMPTY;
  const event = action as unknown as ChartAction;
  switch (event.type) {
    case 'chart/ASKED':
    case 'chart/ANSWERED':
    case 'chart/FAILED':
    case 'chart/STOPPED':
    case 'chart/FELL_BACK': {
      const entry = current.entries[event.key];
      // An answer may come in after its chart left the page.
      if (!entry && event.type !== 'chart/ASKED') return current;
      return { entries: { ...current.entries, [event.key]: nextEntry(entry ?? IDLE, event) } };
    }
    case 'chart/REMOVED': {
      if (!(event.key in current.entries)) return current;
      const { [event.key]: _gone, ...entries } = current.entries;
      return { entries };
    }
    default:
      return current;
  }
}

function nextEntry(entry: ChartEntry, event: Exclude<ChartAction, { type: 'chart/REMOVED' }>): ChartEntry {
  switch (event.type) {
    case 'chart/ASKED':
      return {
        ...entry,
        status: 'loading',
        error: undefined,
        context: event.context,
        contextKey: event.contextKey,
        askedFormData: event.formData,
        startedAt: event.at,
        endedAt: undefined,
      };
    case 'chart/ANSWERED':
      return {
        ...entry,
        status: 'success',
        results: event.results,
        answeredKey: entry.contextKey,
        queriedFormData: entry.askedFormData,
        endedAt: event.at,
        isCached: event.results[0]?.is_cached ?? false,
        cachedAt: event.results[0]?.cached_dttm ?? null,
      };
    case 'chart/FAILED':
      return { ...entry, status: 'failed', error: event.error, endedAt: event.at };
    case 'chart/STOPPED':
      return entry.status === 'loading' ? { ...entry, status: 'stopped', endedAt: event.at } : entry;
    case 'chart/FELL_BACK':
      return { ...entry, fallback: event.fallback };
  }
}
