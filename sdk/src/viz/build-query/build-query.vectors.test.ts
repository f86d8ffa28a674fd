import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dimension, FormData, Metric, QueryContext, QueryObject } from '@orrery/sdk';
import { describe, expect, it } from 'vitest';
import { buildQueryContext } from './build-query-context.ts';
import { buildTimeseriesQuery } from './build-timeseries-query.ts';
import { ensureArray } from './ensure-array.ts';
import { getColumnLabel, getMetricLabel } from './labels.ts';
import { normalizeOrderBy } from './normalize-order-by.ts';
import { flattenOperator, pivotOperator, resampleOperator, rollingWindowOperator } from './operators.ts';
import { withTimeGrain, xAxisOf } from './x-axis.ts';

/** Vectors of the contract lie beside the repository when they are there at all. */
function findVectors(): string | undefined {
  let folder = process.cwd();
  for (let depth = 0; depth < 4; depth += 1, folder = dirname(folder)) {
    const file = join(folder, 'shared', 'spec', 'contract-vectors.json');
    if (existsSync(file)) return file;
  }
  return undefined;
}

interface Vector {
  readonly id: string;
  readonly name: string;
  readonly input: { readonly form_data: FormData };
  readonly expected: Pick<QueryContext, 'datasource' | 'queries' | 'result_format' | 'result_type'>;
}

type Builder = (formData: FormData) => QueryContext;

const simple = (change: (base: QueryObject, formData: FormData) => QueryObject): Builder => (formData) =>
  buildQueryContext(formData, (base) => [change(base, formData)]);
const byMetric = simple((base, formData) => (formData['sort_by_metric'] ? { ...base, orderby: [[formData['metric'] as Metric, false]] } : base));

/** How each kind of chart uses the helpers, named as the vectors name them. */
const BUILDERS: Readonly<Record<string, Builder>> = {
  echarts_timeseries: buildTimeseriesQuery,
  echarts_timeseries_line: buildTimeseriesQuery,
  echarts_timeseries_bar: buildTimeseriesQuery,
  pie: simple((base, formData) => {
    const label = getMetricLabel(formData['metric'] as Metric);
    const step = { operation: 'contribution', options: { columns: [label], rename_columns: [`${label}__contribution`] } };
    return { ...base, ...(formData['sort_by_metric'] ? { orderby: [[formData['metric'] as Metric, false]] } : {}), post_processing: [step] };
  }),
  funnel: byMetric,
  gauge_chart: byMetric,
  treemap_v2: byMetric,
  sunburst_v2: byMetric,
  radar: simple((base) => ({ ...base, orderby: base.series_limit_metric ? [[base.series_limit_metric, false]] : undefined })),
  tree_chart: simple((base, formData) => ({ ...base, columns: ['id', 'parent', 'name'].map((name) => formData[name] as string) })),
  handlebars: simple((base, formData) =>
    formData['query_mode'] === 'raw' || !base.metrics?.[0] ? base : { ...base, orderby: [[base.metrics[0], !base.order_desc]] },
  ),
  big_number_total: simple((base) => base),
  big_number: (formData) =>
    buildQueryContext(formData, (base) => {
      const steps = [pivotOperator, rollingWindowOperator, resampleOperator, flattenOperator].map((step) => step(formData, base));
      const axis = xAxisOf(formData) as Dimension;
      const trend = { ...base, columns: [axis], post_processing: steps };
      return formData['aggregation'] === 'raw' ? [trend, { ...base, columns: [], is_timeseries: false, post_processing: [] }] : [trend];
    }),
  pivot_table_v2: simple((base, formData) => {
    const both = [...(formData['groupbyColumns'] as Dimension[]), ...(formData['groupbyRows'] as Dimension[])];
    return { ...normalizeOrderBy(base), columns: withTimeGrain(both, formData) };
  }),
  box_plot: simple((base, formData) => {
    const groupby = ensureArray(formData['groupby'] as Dimension[]);
    const text = String(formData['whiskerOptions']);
    const percentiles = /^(\d+)\/(\d+) percentiles$/.exec(text)?.slice(1).map(Number);
    const whiskers = percentiles ? { whisker_type: 'percentile', percentiles } : { whisker_type: 'tukey' };
    const options = { ...whiskers, groupby: groupby.map(getColumnLabel), metrics: (base.metrics ?? []).map(getMetricLabel) };
    return { ...base, columns: withTimeGrain(base.columns ?? [], formData), series_columns: groupby, post_processing: [{ operation: 'boxplot', options }] };
  }),
  waterfall: simple((base, formData) => {
    const columns = [xAxisOf(formData) as string, ...ensureArray(formData['groupby'] as string[])];
    return { ...base, columns, orderby: columns.map((column) => [column, true]) };
  }),
  bubble_v2: simple((base, formData) => ({
    ...base,
    columns: [formData['entity'] as string, formData['series'] as string],
    orderby: [[formData['orderby'] as Metric, !base.order_desc]],
  })),
  base: simple((base, formData) => {
    const label = getMetricLabel(formData['metric'] as Metric);
    return { ...base, post_processing: [{ operation: 'contribution', options: { columns: [label], rename_columns: [`${label}__contribution`] } }] };
  }),
};

const file = findVectors();
const all = file ? (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors.filter(({ id }) => id.startsWith('build_query-')) : [];
const cases = all.flatMap((vector) => {
  const kind = /^[\w]+/.exec(vector.name)?.[0] ?? '';
  const builder = BUILDERS[kind];
  return builder ? [{ ...vector, builder }] : [];
});

describe.skipIf(cases.length === 0)('[VQ] contract vectors', () => {
  it.each(cases)('$id $name', ({ input, expected, builder }) => {
    const { form_data: _echo, force, ...context } = builder(input.form_data);
    expect(force).toBe(false);
    expect(context).toEqual(expected);
  });
});
