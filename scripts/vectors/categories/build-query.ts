import type { FormData, JsonObject, Metric } from '../../../sdk/src/common/index.ts';
import { buildQueryContext, getMetricLabel } from '../../../sdk/src/viz/index.ts';
import type { Runners } from '../vector.ts';
import { findVizType } from '../viz-types.ts';

interface Input {
  readonly form_data: FormData;
  readonly own_state?: JsonObject;
}

/** What every chart shares, asked without a chart: the vectors of the name `base` add the share of their metric. */
function buildBase(formData: FormData): unknown {
  const label = getMetricLabel(formData['metric'] as Metric);
  return buildQueryContext(formData, (base) => [{ ...base, post_processing: [{ operation: 'contribution', options: { columns: [label], rename_columns: [`${label}__contribution`] } }] }]);
}

/** What charts ask for (contract §7), by the viz type's own code. */
export const buildQueryRunners: Runners = {
  async build_query({ name = '', input, expected }) {
    const { form_data: formData, own_state: ownState } = input as Input;
    const kind = /^(?:native )?([\w-]+)/.exec(name)?.[1] ?? '';
    const type = formData.viz_type ?? kind;
    const context = kind === 'base' ? buildBase(formData) : (await findVizType(type))?.buildQuery(formData, { ownState });
    if (!context) return { skip: `the viz type ${type} is not built yet` };
    const { form_data: _echo, force: _force, ...asked } = context as Readonly<Record<string, unknown>>;
    return { actual: asked, expected };
  },
};
