import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest } from '@orrery/sdk/server';

/** The query context of a request: a JSON body, or a form with the JSON in its field `form_data` (file downloads). */
export function readContext(request: HttpRequest): unknown {
  const { body, parts } = request;
  const part = parts?.['form_data']?.data.toString('utf8');
  const form = body !== null && typeof body === 'object' && 'form_data' in body && typeof body.form_data === 'string' ? body.form_data : undefined;
  const text = part ?? form;
  if (text === undefined) return body;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpError(400, 'Request is not JSON');
  }
}
