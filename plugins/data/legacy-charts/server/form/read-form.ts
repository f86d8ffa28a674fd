import type { JsonObject } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest } from '@orrery/sdk/server';
import type { ChartRecord, ChartStore } from '../../../../app/explore/contract.ts';
import { isObject } from './form-values.ts';
import type { LegacyForm } from './form-values.ts';

/** A form of only these keys asks for a saved chart: its saved settings stand under them. */
const BESIDE_SAVED: ReadonlySet<string> = new Set(['slice_id', 'viz_type', 'extra_filters', 'adhoc_filters', 'extra_form_data', 'dashboardId', 'url_params']);

function parse(text: unknown): JsonObject {
  if (typeof text !== 'string' || text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Falls through to the same refusal.
  }
  throw new HttpError(400, { error: 'The form data is not a JSON object.' });
}

/** The form data a chart was saved with. */
export function savedForm(record: ChartRecord): LegacyForm {
  let params: unknown;
  try {
    params = JSON.parse(record.params);
  } catch {
    params = {};
  }
  return { ...(isObject(params) ? params : {}), slice_id: record.id, viz_type: record.viz_type, datasource: `${record.datasource_id}__${record.datasource_type}` };
}

/** The form data of a request: the body's, the address's over it, and a saved chart's under both when they only name it. */
export async function readForm({ body, parts, query }: Pick<HttpRequest, 'body' | 'parts' | 'query'>, charts: ChartStore): Promise<LegacyForm> {
  const field = parts?.['form_data']?.data.toString('utf8') ?? (isObject(body) ? body['form_data'] : undefined);
  const asked: LegacyForm = { ...(isObject(field) ? field : parse(field)), ...parse(query['form_data']) };
  const dashboard = Number(query['dashboard_id']);
  const given = query['dashboard_id'] !== undefined && Number.isInteger(dashboard) && asked['dashboardId'] === undefined ? { ...asked, dashboardId: dashboard } : asked;
  const id = Number(given['slice_id']);
  if (!Number.isInteger(id) || id <= 0 || !Object.keys(given).every((key) => BESIDE_SAVED.has(key))) return given;
  const record = await charts.get(id);
  return record ? { ...savedForm(record), ...given, slice_id: id } : given;
}
