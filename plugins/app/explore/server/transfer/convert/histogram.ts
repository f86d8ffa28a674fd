import type { ConvertViz } from './form-data.ts';
import { finish, listOf, rewrite } from './form-data.ts';

const DEFAULT_BINS = 5;

/** `histogram`: one column, its number of bins a number. */
export const convertHistogram: ConvertViz = (params) => {
  const [column] = listOf(params['all_columns_x']);
  const bins = Number.parseInt(String(params['link_length'] ?? ''), 10);
  return finish('histogram_v2', {
    ...rewrite(params, { normalized: 'normalize', x_axis_label: 'x_axis_title', y_axis_label: 'y_axis_title' }, ['all_columns_x', 'link_length', 'queryFields']),
    ...(column === undefined ? {} : { column }),
    bins: Number.isInteger(bins) ? bins : DEFAULT_BINS,
  });
};
