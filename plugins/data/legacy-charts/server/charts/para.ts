import { ChartError } from '../chart-error.ts';
import { columnsOf, metricsOf } from '../form/form-values.ts';
import { allMetrics, legacyQuery } from '../query/legacy-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** Parallel coordinates: the rows as they are. */
export const para: LegacyChart = {
  queries(form) {
    const metrics = allMetrics(form);
    if (metrics.length === 0) throw new ChartError('Pick at least one metric');
    const [order] = metricsOf(form, 'timeseries_limit_metric');
    return [legacyQuery(form, { columns: columnsOf(form, 'series'), metrics, ...(order === undefined ? {} : { orderby: [[order, form['order_desc'] === false]] }) })];
  },
  shape: ([result]) => result!.data,
};
