import type { ChartDataResult, QueryObject } from '@orrery/sdk';
import type { LegacyForm } from '../form/form-values.ts';

/** What shapes need besides rows. */
export interface ChartSettings {
  readonly mapboxApiKey: string;
}

/** A chart type whose data the server shapes. Both halves are pure and throw ChartError for what the user must change. */
export interface LegacyChart {
  /** What is asked; the first query is the chart's own. */
  queries(form: LegacyForm): readonly QueryObject[];
  /** The chart's data out of the answers, in the order of the queries; the first one has rows. */
  shape(results: readonly ChartDataResult[], form: LegacyForm, settings: ChartSettings): unknown;
}
