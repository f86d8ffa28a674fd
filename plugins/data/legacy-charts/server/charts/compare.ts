import { ChartError } from '../chart-error.ts';
import { allMetrics } from '../query/legacy-query.ts';
import { seriesList } from '../query/series-list.ts';
import { shiftedQuery, timeSeriesQuery, timeShifts } from '../query/time-series-query.ts';
import type { LegacyForm } from '../form/form-values.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** The queries of a time-series chart: its own, and one per comparison. */
export function comparedQueries(form: LegacyForm): ReturnType<LegacyChart['queries']> {
  if (allMetrics(form).length === 0) throw new ChartError('Pick at least one metric');
  const main = timeSeriesQuery(form, { isAnalysed: true });
  return [main, ...timeShifts(form).map((shift) => shiftedQuery(main, shift))];
}

/** Time-series percent change, and horizon: a list of series. */
export const compare: LegacyChart = { queries: comparedQueries, shape: seriesList };
