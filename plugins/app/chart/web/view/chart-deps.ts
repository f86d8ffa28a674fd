import type { ChartDataResult, Dataset, FormData, JsonObject, QueryContext } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import type { ChartEvents } from '../lifecycle/chart-events.ts';
import type { ChartAction } from '../lifecycle/chart-slice.ts';
import type { ContributedFormats } from '../viz/contributed-formats.ts';
import type { VizLoader, VizResolution } from '../viz/viz-loader.ts';

/** A question ready to be sent. */
export interface ChartQuestion {
  readonly context: QueryContext;
  readonly key: string;
}

/**
 * What the components need. They are drawn inside other plugins' pages, so everything of this plugin comes through here
 * rather than through the hooks, which answer the page's context.
 */
export interface ChartDeps {
  readonly ctx: PluginContext;
  readonly events: ChartEvents;
  readonly loader: VizLoader;
  readonly formats: ContributedFormats;
  dispatch(action: ChartAction): void;
  now(): number;
  colorOf(scheme: string | undefined, label: string, slot?: number): string;
  /** Throws what the viz type's `buildQuery` throws. */
  question(resolution: VizResolution, formData: FormData, options: { ownState?: JsonObject; dataset?: Dataset }): ChartQuestion;
  query(context: QueryContext, signal?: AbortSignal): Promise<readonly ChartDataResult[]>;
  refresh(chartKey: string, force: boolean): void;
}
