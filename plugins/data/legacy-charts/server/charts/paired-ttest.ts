import { ChartError } from '../chart-error.ts';
import { allMetrics, groupColumns } from '../query/legacy-query.ts';
import { readSeries } from '../query/series-frame.ts';
import { timeSeriesQuery } from '../query/time-series-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** Paired t-test: per metric the values of each group over time. */
export const pairedTtest: LegacyChart = {
  queries(form) {
    if (allMetrics(form).length === 0) throw new ChartError('Pick at least one metric');
    return [timeSeriesQuery(form)];
  },
  shape([result], form) {
    const { times, series } = readSeries(result!, groupColumns(form).length);
    const data = new Map<string, object[]>();
    for (const { key, values } of series) {
      const [metric = '', ...group] = key;
      const line = { group: group.length > 0 ? group : 'All', values: times.map((x, at) => ({ x, y: values[at] ?? null })) };
      const list = data.get(metric);
      if (list) list.push(line);
      else data.set(metric, [line]);
    }
    return Object.fromEntries(data);
  },
};
