import type { ConvertViz } from './form-data.ts';
import { finish, listOf, rewrite } from './form-data.ts';

/** `sankey`: the two groupings are where a flow starts and ends. */
export const convertSankey: ConvertViz = (params) => {
  const [source, target] = listOf(params['groupby']);
  return finish('sankey_v2', { ...rewrite(params, {}, ['groupby']), ...(source === undefined ? {} : { source }), ...(target === undefined ? {} : { target }) });
};
