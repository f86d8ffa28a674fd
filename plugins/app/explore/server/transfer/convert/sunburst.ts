import type { ConvertViz } from './form-data.ts';
import { finish, rewrite } from './form-data.ts';

/** `sunburst`: levels are columns. */
export const convertSunburst: ConvertViz = (params) => finish('sunburst_v2', rewrite(params, { groupby: 'columns' }));
