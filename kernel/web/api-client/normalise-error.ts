import type { JsonObject } from '@orrery/sdk';
import { ApiError } from '@orrery/sdk/web';
import type { ApiErrorItem } from '@orrery/sdk/web';

/** Sentences for failures without a body of their own, by status; 0 is "no answer". */
export type StatusText = (status: number) => string;

/** Turns any failed answer into an {@link ApiError}: SIP-40, flat, legacy, has_access, or no JSON at all (census GEN-01). */
export function normaliseError(init: { status: number; statusText: string; url: string; body: unknown; describe: StatusText }): ApiError {
  const { status, statusText, url, describe } = init;
  const body = isObject(init.body) ? init.body : {};
  const errors = readErrors(body['errors']);
  const fields = readFields(body['message']);
  const first = errors[0];
  const message = first?.message || text(body['message']) || Object.values(fields)[0]?.[0] || text(body['error']) || text(body['msg']) || describe(status);
  const synthetic = errors.length === 0 && status === 504 ? [{ message, error_type: 'BACKEND_TIMEOUT_ERROR', level: 'error' as const }] : errors;
  return new ApiError({
    message,
    status,
    statusText,
    url,
    errors: synthetic,
    fields,
    severity: body['severity'] === 'danger' ? 'danger' : (first?.level ?? 'error'),
    extra: first?.extra ?? (isObject(body['extra']) ? body['extra'] : {}),
  });
}

/** A call that got no answer at all. */
export function networkError(url: string, cause: unknown, describe: StatusText): ApiError {
  const message = describe(0);
  return new ApiError({ message, status: 0, url, cause, errors: [{ message, error_type: 'FRONTEND_NETWORK_ERROR', level: 'error' }] });
}

function readErrors(value: unknown): ApiErrorItem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item === 'string') return [{ message: item }];
    return isObject(item) && typeof item['message'] === 'string' ? [item as unknown as ApiErrorItem] : [];
  });
}

function readFields(message: unknown): Record<string, readonly string[]> {
  if (!isObject(message)) return {};
  return Object.fromEntries(Object.entries(message).map(([field, problem]) => [field, flatten(problem)]));
}

/** Problems nest for lists of objects: `{ columns: { 0: { name: ['…'] } } }`. */
function flatten(problem: unknown): string[] {
  if (Array.isArray(problem)) return problem.flatMap(flatten);
  if (isObject(problem)) return Object.values(problem).flatMap(flatten);
  return problem === null || problem === undefined ? [] : [String(problem)];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
