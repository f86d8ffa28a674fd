import type { Dimension, FormData, QueryContext } from '@orrery/sdk';
import { buildQueryContext } from './build-query-context.ts';
import { ensureArray } from './ensure-array.ts';
import { normalizeOrderBy } from './normalize-order-by.ts';
import {
  contributionOperator,
  extraMetrics,
  flattenOperator,
  pivotOperator,
  prophetOperator,
  renameOperator,
  resampleOperator,
  rollingWindowOperator,
  sortOperator,
  timeCompareOperator,
} from './operators.ts';
import { timeOffsets } from './time-comparison.ts';
import { isXAxisSet, xAxisOf } from './x-axis.ts';

const CHAIN = [
  pivotOperator,
  rollingWindowOperator,
  timeCompareOperator,
  resampleOperator,
  renameOperator,
  contributionOperator,
  sortOperator,
  flattenOperator,
  prophetOperator,
];

/** The one query of line, bar, area, step, smooth and scatter charts (contract §7.2, §7.3). @public */
export function buildTimeseriesQuery(formData: FormData): QueryContext {
  const groupby = ensureArray(formData['groupby'] as Dimension | readonly Dimension[] | null);
  const axis = xAxisOf(formData);
  return buildQueryContext(formData, (base) => {
    const query = { ...base, series_columns: groupby };
    return [
      {
        ...normalizeOrderBy(query),
        metrics: [...(base.metrics ?? []), ...extraMetrics(formData)],
        columns: axis === undefined ? groupby : [axis, ...groupby],
        ...(isXAxisSet(formData) ? {} : { is_timeseries: true }),
        time_offsets: timeOffsets(formData),
        post_processing: CHAIN.map((step) => step(formData, query)),
      },
    ];
  });
}
