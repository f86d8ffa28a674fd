import type { ConvertViz } from './form-data.ts';
import { finish, listOf, rewrite } from './form-data.ts';

/** `treemap`: one metric, sorted by it when it was sorted at all. */
export const convertTreemap: ConvertViz = (params) => {
  const [metric] = listOf(params['metrics']);
  return finish('treemap_v2', { ...rewrite(params, { order_desc: 'sort_by_metric' }, ['metrics']), ...(metric === undefined ? {} : { metric }) });
};
