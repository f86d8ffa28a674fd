import { getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { columnOf, metricOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** Pairs grow with the square of the nodes. */
const MAX_NODES = 1000;

function parts(form: LegacyForm) {
  const [source, target, metric] = [columnOf(form, 'groupby'), columnOf(form, 'columns'), metricOf(form, 'metric')];
  if (source === undefined || target === undefined || metric === undefined) throw new ChartError('Pick a source, a target and a metric');
  return { source, target, metric };
}

/** Chord diagram: nodes, and what flows between them; missing pairs are 0. A row is a target, a column a source. */
export const chord: LegacyChart = {
  queries(form) {
    const { source, target, metric } = parts(form);
    return [legacyQuery(form, { columns: [source, target], metrics: [metric], ...(form['sort_by_metric'] ? { orderby: [[metric, false]] } : {}) })];
  },
  shape([result], form) {
    const { source, target, metric } = parts(form);
    const [from, to, label] = [getColumnLabel(source), getColumnLabel(target), getMetricLabel(metric)];
    const text = (value: unknown): string => (value === null || value === undefined ? '<NULL>' : String(value));
    const rows = result!.data;
    const nodes = [...new Set(rows.flatMap((row) => [text(row[from]), text(row[to])]))].sort();
    if (nodes.length > MAX_NODES) throw new ChartError(`A chord diagram shows at most ${MAX_NODES} nodes; this one has ${nodes.length}. Set a filter or a lower row limit.`);
    const at = new Map(nodes.map((node, index) => [node, index]));
    const matrix = nodes.map(() => nodes.map((): unknown => 0));
    for (const row of rows) matrix[at.get(text(row[to]))!]![at.get(text(row[from]))!] = row[label] ?? 0;
    return { nodes, matrix };
  },
};
