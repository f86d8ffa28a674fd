import type { ChartDataResult, QueryContext } from '@orrery/sdk';
import { ChartError } from '../chart-error.ts';
import type { ChartSettings } from '../charts/legacy-chart.ts';
import { LEGACY_CHARTS } from '../charts/legacy-charts.ts';
import { textOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { queryContext } from './query-context.ts';

/** Answers a context; undefined when it only looks into the cache and finds nothing. */
export type AskQueries = (context: QueryContext) => Promise<readonly ChartDataResult[] | undefined>;

/** A chart that was run. */
export interface ChartRun {
  /** Null when there are no rows. */
  readonly data: unknown;
  readonly results: readonly ChartDataResult[];
}

/** What a viz type without a shape of its own is told. */
export function unknownType(type: string | undefined): ChartError {
  return new ChartError(type === undefined ? 'The form data names no viz_type.' : `Charts of type "${type}" are not shaped by the server. Ask /api/v1/chart/data for their data.`);
}

/** Runs a chart: its queries, then its shape. Throws ChartError and HttpError. */
export async function runChart(form: LegacyForm, ask: AskQueries, settings: ChartSettings, force = false): Promise<ChartRun | undefined> {
  const type = textOf(form, 'viz_type');
  const chart = LEGACY_CHARTS.get(type ?? '');
  if (!chart) throw unknownType(type);
  const results = await ask(queryContext(form, chart.queries(form), { force }));
  if (!results) return undefined;
  const [first] = results;
  const isEmpty = !first || (first.sql_rowcount ?? first.rowcount) === 0;
  return { results, data: isEmpty ? null : chart.shape(results, form, settings) };
}
