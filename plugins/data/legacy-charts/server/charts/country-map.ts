import { getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { columnOf, metricOf, textOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

function parts(form: LegacyForm) {
  const [entity, metric] = [columnOf(form, 'entity'), metricOf(form, 'metric')];
  if (textOf(form, 'select_country') === undefined) throw new ChartError('Must specify a country');
  if (metric === undefined) throw new ChartError('Must specify a metric');
  if (entity === undefined) throw new ChartError('Must provide ISO codes');
  return { entity, metric };
}

/** Regions of one country by their ISO 3166-2 codes. */
export const countryMap: LegacyChart = {
  queries(form) {
    const { entity, metric } = parts(form);
    return [legacyQuery(form, { columns: [entity], metrics: [metric] })];
  },
  shape([result], form) {
    const { entity, metric } = parts(form);
    const [id, label] = [getColumnLabel(entity), getMetricLabel(metric)];
    return result!.data.map((row) => ({ country_id: row[id] ?? null, metric: row[label] ?? null }));
  },
};
