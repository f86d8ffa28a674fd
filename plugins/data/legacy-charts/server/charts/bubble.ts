import { getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { columnOf, columnsOf, countOf, metricOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

function axes(form: LegacyForm) {
  const [entity, x, y, size] = [columnOf(form, 'entity'), metricOf(form, 'x'), metricOf(form, 'y'), metricOf(form, 'size')];
  if (entity === undefined || x === undefined || y === undefined || size === undefined) throw new ChartError('Pick a metric for x, y and size');
  return { entity, metrics: [size, x, y], labels: { x: getMetricLabel(x), y: getMetricLabel(y), size: getMetricLabel(size) } };
}

/** Bubbles by series. */
export const bubble: LegacyChart = {
  queries(form) {
    const { metrics, labels } = axes(form);
    if (new Set(Object.values(labels)).size < 3) throw new ChartError('Please use 3 different metric labels');
    return [legacyQuery(form, { columns: columnsOf(form, 'entity', 'series'), metrics, rowLimit: countOf(form, 'limit') })];
  },
  shape([result], form) {
    const { entity, labels } = axes(form);
    const series = getColumnLabel(columnOf(form, 'series') ?? entity);
    const groups = new Map<unknown, object[]>();
    for (const row of result!.data) {
      const group = row[series] ?? null;
      const values = groups.get(group) ?? [];
      values.push({ ...row, x: row[labels.x] ?? null, y: row[labels.y] ?? null, size: row[labels.size] ?? null, shape: 'circle', group });
      groups.set(group, values);
    }
    return [...groups].map(([key, values]) => ({ key, values }));
  },
};
