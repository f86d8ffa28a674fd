import type { FormData } from '@orrery/sdk';

/** What an address of Explore asks for (census ROUTE-11). */
export interface ExploreRequest {
  readonly slice_id?: string;
  readonly datasource_id?: string;
  readonly datasource_type?: string;
  readonly viz_type?: string;
  readonly form_data?: string;
  readonly form_data_key?: string;
  readonly permalink_key?: string;
  readonly dashboard_id?: string;
}

const KEYS = ['slice_id', 'datasource_id', 'datasource_type', 'viz_type', 'form_data', 'form_data_key', 'permalink_key', 'dashboard_id'] as const;

/** Reads the parameters of the address. A dataset may also be named by `dataset_id` or by `datasource=7__table`. */
export function parseRequest(search: string): ExploreRequest {
  const params = new URLSearchParams(search);
  const request: Record<string, string> = {};
  for (const key of KEYS) {
    const value = params.get(key);
    if (value) request[key] = value;
  }
  const [id, type] = params.get('datasource')?.split('__') ?? [];
  const dataset = request['datasource_id'] ?? params.get('dataset_id') ?? id;
  if (dataset) Object.assign(request, { datasource_id: dataset, datasource_type: request['datasource_type'] ?? type ?? 'table' });
  return request;
}

/** True when the address names nothing that could be opened. */
export function isEmptyRequest(request: ExploreRequest): boolean {
  return !request.slice_id && !request.datasource_id && !request.form_data_key && !request.permalink_key && !request.form_data;
}

/** Two addresses that open the same chart; the key of unsaved changes alone makes no other. */
export function isSameRequest(a: ExploreRequest, b: ExploreRequest): boolean {
  return KEYS.filter((key) => key !== 'form_data_key').every((key) => a[key] === b[key]);
}

/** The address of the chart as it stands: unknown parameters are kept, one-time ones are dropped. */
export function searchFor(search: string, formData: FormData, key: string | undefined): Record<string, string> {
  const params = Object.fromEntries(new URLSearchParams(search));
  for (const name of ['form_data', 'permalink_key', 'viz_type', 'datasource', 'dataset_id', 'slice_id', 'datasource_id', 'datasource_type', 'form_data_key']) delete params[name];
  const [id = '', type = 'table'] = formData.datasource.split('__');
  return {
    ...(formData.slice_id === undefined ? {} : { slice_id: String(formData.slice_id) }),
    ...(formData.slice_id === undefined ? { datasource_id: id, datasource_type: type, viz_type: formData.viz_type } : {}),
    ...params,
    ...(key ? { form_data_key: key } : {}),
  };
}
