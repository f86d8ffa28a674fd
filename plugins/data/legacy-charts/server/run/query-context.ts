import type { QueryContext, QueryObject, ResultType } from '@orrery/sdk';
import type { LegacyForm } from '../form/form-values.ts';
import { ChartError } from '../chart-error.ts';

/** The dataset a form names, as `7__table` or by id and type. */
export function datasourceOf(form: LegacyForm): { readonly id: number; readonly type: string } | undefined {
  const text = form['datasource'];
  const [id, type] = typeof text === 'string' ? text.split('__') : [form['datasource_id'], form['datasource_type']];
  const number = Number(id);
  return Number.isInteger(number) && number > 0 ? { id: number, type: typeof type === 'string' && type !== '' ? type : 'table' } : undefined;
}

/** The context that asks for a chart's queries. */
export function queryContext(form: LegacyForm, queries: readonly QueryObject[], over: { readonly force?: boolean; readonly result_type?: ResultType } = {}): QueryContext {
  const datasource = datasourceOf(form);
  if (!datasource) throw new ChartError('The dataset associated with this chart no longer exists');
  return { datasource, result_type: 'full', ...over, form_data: form, queries } as QueryContext;
}
