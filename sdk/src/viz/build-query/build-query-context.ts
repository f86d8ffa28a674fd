import type { FormData, JsonObject, QueryContext, QueryObject } from '@orrery/sdk';
import { buildQueryObject } from './build-query-object.ts';
import type { QueryField } from './query-fields.ts';
import { withXAxis } from './x-axis.ts';

/** Splits `7__table`. @public */
export function parseDatasource(datasource: string): { id: number | string; type: string } {
  const at = datasource.lastIndexOf('__');
  const [id, type] = at < 0 ? [datasource, 'table'] : [datasource.slice(0, at), datasource.slice(at + 2)];
  return { id: /^\d+$/.test(id) ? Number(id) : id, type };
}

/**
 * A chart's question to the server (VQ-10): `build` turns the base query into the queries the chart wants.
 * Steps of post-processing that do not apply may be null or undefined; they are dropped.
 * @public
 */
export function buildQueryContext(
  formData: FormData,
  build: (base: QueryObject) => readonly QueryObject[] = (base) => [base],
  fields?: Readonly<Record<string, QueryField>>,
): QueryContext {
  const queries = build(buildQueryObject(formData, fields)).map((query) => {
    const steps = query.post_processing;
    return withXAxis(formData, steps ? { ...query, post_processing: steps.filter((step) => step !== null && step !== undefined) } : query);
  });
  return {
    datasource: parseDatasource(formData.datasource),
    force: formData['force'] === true,
    queries,
    form_data: formData as Partial<FormData> & JsonObject,
    result_format: 'json',
    result_type: 'full',
  };
}
