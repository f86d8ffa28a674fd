import type { FormData, JsonObject, Metric, QueryContext } from '../../../sdk/src/common/index.ts';
import { buildQueryContext, getMetricLabel } from '../../../sdk/src/viz/index.ts';
import { filterQuery } from '../native-filters.ts';
import type { Runners } from '../vector.ts';
import { findVizType } from '../viz-types.ts';

interface Input {
  readonly form_data: FormData;
  readonly own_state?: JsonObject;
}

/** What every chart shares, asked without a chart: the vectors of the name `base` add the share of their metric. */
function buildBase(formData: FormData): QueryContext {
  const label = getMetricLabel(formData['metric'] as Metric);
  return buildQueryContext(formData, (base) => [{ ...base, post_processing: [{ operation: 'contribution', options: { columns: [label], rename_columns: [`${label}__contribution`] } }] }]);
}

/** Without what says who asks. */
function comparable(context: QueryContext): unknown {
  const { form_data: _echo, force: _force, ...asked } = context as unknown as Readonly<Record<string, unknown>>;
  return asked;
}

/** What charts ask for (contract §7), by the viz type's own code. */
export const buildQueryRunners: Runners = {
  async build_query({ name = '', input, expected }) {
    const { form_data: formData, own_state: ownState } = input as Input;
    const kind = /^(?:native )?([\w-]+)/.exec(name)?.[1] ?? '';
    const type = formData.viz_type ?? kind;
    if (name.startsWith('native ')) {
      const asked = await filterQuery(type, formData, typeof ownState?.['search'] === 'string' ? ownState['search'] : '');
      return asked ? { actual: comparable(asked), expected } : { skip: `the filter type ${type} is not built yet` };
    }
    const context = kind === 'base' ? buildBase(formData) : ((await findVizType(type))?.buildQuery(formData, { ownState }) as QueryContext | undefined);
    if (!context) return { skip: `the viz type ${type} is not built yet` };
    return { actual: comparable(context), expected };
  },
};
