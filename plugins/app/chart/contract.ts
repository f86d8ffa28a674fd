import type { ComponentType } from 'react';
import type { ChartDataResult, DataMask, Dataset, Disposable, FormData, JsonObject, QueryContext } from '@orrery/sdk';
import { createHook, createToken } from '@orrery/sdk';
import type { ChartHooks } from '@orrery/sdk/viz';
import type { ApiError } from '@orrery/sdk/web';

/** One chart's life (seed §4): queries are states, never component-local. */
export type ChartStatus = 'idle' | 'loading' | 'success' | 'failed' | 'stopped';

export interface ChartState {
  readonly status: ChartStatus;
  readonly results?: readonly ChartDataResult[];
  /** What the results were queried with; controls changed since then are not in it. */
  readonly queriedFormData?: FormData;
  /** Message for the user; `detail` for the one who asks. */
  readonly error?: { readonly message: string; readonly detail?: string; readonly status?: number; /** As the client got it, for panels of certain errors. */ readonly cause?: ApiError };
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly isCached?: boolean;
  readonly cachedAt?: string | null;
  /** Names the viz type really drawn when it is not the one asked for, and why. */
  readonly fallback?: { readonly asked: string; readonly drawn: string; readonly pluginId: string; readonly reason: string };
}

export interface ChartViewProps {
  /** Unique on the page, e.g. `dashboard:3:chart:12`, `explore`. Charts with equal queries share one flight. */
  readonly chartKey: string;
  readonly formData: FormData;
  readonly dataset?: Dataset;
  readonly filterState?: DataMask['filterState'];
  readonly ownState?: JsonObject;
  readonly place: 'dashboard' | 'explore' | 'embedded' | 'report';
  readonly hooks?: ChartHooks;
  /** Name for assistive technology. */
  readonly title: string;
  /**
   * The chart queries when this changes (and at first draw); changes of formData that affect only drawing redraw at once.
   * On a dashboard leave it out: the chart queries whenever its query context changes.
   */
  readonly trigger?: number;
  /** False keeps the chart from querying until it is near the viewport. Default true. */
  readonly isVisible?: boolean;
}

/** A dialog over one chart that is on the page. */
export interface ChartDialogProps {
  readonly chartKey: string;
  readonly title: string;
  /** The results as a table, or the SQL that fetched them. */
  readonly kind: 'data' | 'query';
  onClose(): void;
}

/** Draws charts and runs their queries; fills its parent's box. */
export interface ChartService {
  readonly ChartView: ComponentType<ChartViewProps>;
  readonly ChartDialog: ComponentType<ChartDialogProps>;
  state(chartKey: string): ChartState;
  onDidChange(chartKey: string, listener: (state: ChartState) => void): Disposable;
  /** Queries again, past the cache when `force`. */
  refresh(chartKey: string, force: boolean): void;
  /** Aborts here and in the database. */
  stop(chartKey: string): void;
  /** One-off query through the same batching and sharing as charts, e.g. for filter options. */
  query(context: QueryContext, signal?: AbortSignal): Promise<readonly ChartDataResult[]>;
  /** The query context a chart would send now; for samples, downloads and "view query". */
  buildContext(formData: FormData, options?: { ownState?: JsonObject; dataset?: Dataset }): Promise<QueryContext>;
  /** Shared label colours: same label, same colour, everywhere on the page until reset. */
  colorOf(scheme: string | undefined, label: string, slot?: number): string;
  resetColors(labelColors?: Readonly<Record<string, string>>): void;
  /** Fetches the code of viz types a page is about to draw, all at once. */
  preload(vizTypes: readonly string[]): void;
}

export const ChartService = createToken<ChartService>('chart', 'ChartService', 1);

/** After each drawing of a chart; `ms` since its query was asked. */
export const chartDidRender = createHook<'did', readonly [{ readonly chartKey: string; readonly vizType: string; readonly ms: number }]>(
  'did',
  'chart.didRender',
  ['event'],
);
