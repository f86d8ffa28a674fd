import { getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { metricOf } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** Bullet: the measures of one metric. */
export const bullet: LegacyChart = {
  queries(form) {
    const metric = metricOf(form, 'metric');
    if (metric === undefined) throw new ChartError('Pick a metric to display');
    return [legacyQuery(form, { metrics: [metric] })];
  },
  shape([result], form) {
    const metric = metricOf(form, 'metric');
    const label = metric === undefined ? '' : getMetricLabel(metric);
    return { measures: result!.data.map((row) => row[label] ?? null) };
  },
};
