import { getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { columnOf, metricOf, metricsOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import { findCountry } from '../world/find-country.ts';
import type { LegacyChart } from './legacy-chart.ts';

function parts(form: LegacyForm) {
  const [entity, metric] = [columnOf(form, 'entity'), metricOf(form, 'metric')];
  if (entity === undefined || metric === undefined) throw new ChartError('Pick a country column and a metric');
  return { entity, metric, secondary: metricOf(form, 'secondary_metric') };
}

/** Countries of the world; values that name none are `XXX`. */
export const worldMap: LegacyChart = {
  queries(form) {
    const { entity, metric } = parts(form);
    const orderby = form['sort_by_metric'] ? { orderby: [[metric, form['order_desc'] === false] as const] } : {};
    return [legacyQuery(form, { columns: [entity], metrics: metricsOf(form, 'metric', 'secondary_metric'), ...orderby })];
  },
  shape([result], form) {
    const { entity, metric, secondary } = parts(form);
    const [column, m1] = [getColumnLabel(entity), getMetricLabel(metric)];
    const m2 = secondary === undefined ? undefined : getMetricLabel(secondary);
    return result!.data.map((row) => {
      const country = findCountry(form['country_fieldtype'] ?? 'cca2', row[column]);
      return {
        country: country?.cca3 ?? 'XXX',
        m1: row[m1] ?? null,
        ...(m2 === undefined ? {} : { m2: row[m2] ?? null }),
        ...(country ? { latitude: country.lat, longitude: country.lng, name: country.name } : {}),
      };
    });
  },
};
