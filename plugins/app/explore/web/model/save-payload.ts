import type { AdhocFilter, FormData, QueryContext } from '@orrery/sdk';
import { parseDatasource } from '@orrery/sdk/viz';

/** Body of `POST` and `PUT /api/v1/chart/` (census EXPL-30). */
export interface ChartPayload {
  readonly slice_name: string;
  readonly viz_type: string;
  readonly datasource_id: number | string;
  readonly datasource_type: string;
  readonly params: string;
  readonly query_context: string;
  readonly dashboards: readonly number[];
}

/** Keys that belong to the visit, not to the chart. */
const TEMPORARY: ReadonlySet<string> = new Set(['url_params', 'extra_form_data', 'extra_filters', 'slice_id', 'dashboardId', 'force', 'form_data_key']);

/** Form data as it is stored: without what a dashboard or the address lent it. */
export function storedFormData(formData: FormData, dashboards: readonly number[]): FormData {
  const own = Object.fromEntries(Object.entries(formData).filter(([key]) => !TEMPORARY.has(key)));
  const filters = formData['adhoc_filters'] as readonly AdhocFilter[] | undefined;
  return {
    ...(own as unknown as FormData),
    ...(filters ? { adhoc_filters: filters.filter((filter) => !filter.isExtra) } : {}),
    dashboards,
  };
}

/** What is sent to save a chart. */
export function savePayload(name: string, formData: FormData, context: QueryContext, dashboards: readonly number[]): ChartPayload {
  const { id, type } = parseDatasource(formData.datasource);
  return {
    slice_name: name,
    viz_type: formData.viz_type,
    datasource_id: id,
    datasource_type: type,
    params: JSON.stringify(storedFormData(formData, dashboards)),
    query_context: JSON.stringify(context),
    dashboards,
  };
}
