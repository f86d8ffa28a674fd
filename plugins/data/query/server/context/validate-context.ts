import type { ResultFormat } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { Problems } from './problems.ts';
import { RESULT_TYPES, isObject } from './problems.ts';
import type { ValidContext } from './query-plan.ts';
import { validateDatasource } from './validate-datasource.ts';
import { validateQuery } from './validate-query.ts';

const CONTEXT_KEYS = new Set(['datasource', 'force', 'result_type', 'result_format', 'custom_cache_timeout', 'form_data', 'queries']);
const RESULT_FORMATS: readonly ResultFormat[] = ['json', 'csv', 'xlsx'];

function describe(problems: Problems): string {
  return JSON.stringify(problems).replaceAll('"', "'").replaceAll("':", "': ").replaceAll(',', ', ');
}

function refuse(problems: Problems): never {
  throw new HttpError(400, `Request is incorrect: ${describe(problems)}`);
}

/** Checks the body of `/chart/data` and fills in defaults. Throws HttpError 400. */
export function validateContext(body: unknown): ValidContext {
  if (!isObject(body)) throw new HttpError(400, 'Request is not JSON');
  const problems: Problems = {};
  for (const key of Object.keys(body)) if (!CONTEXT_KEYS.has(key)) problems[key] = ['Unknown field.'];
  const { datasource, queries, form_data: formData } = body;
  const source = validateDatasource(datasource, problems);
  if (!Array.isArray(queries) || queries.length === 0) problems['queries'] = ['Missing data for required field.'];
  const resultType = oneOf(body['result_type'], RESULT_TYPES, 'full', 'result_type', problems);
  const format = oneOf(body['result_format'], RESULT_FORMATS, 'json', 'result_format', problems);
  if (Object.keys(problems).length > 0 || !source) refuse(problems);

  const perQuery: Record<string, Problems> = {};
  const valid = (queries as unknown[]).map((query, at) => {
    const own: Problems = {};
    const result = validateQuery(query, resultType, own);
    if (Object.keys(own).length > 0) perQuery[at] = own;
    return result;
  });
  if (Object.keys(perQuery).length > 0) refuse({ queries: perQuery });

  return {
    datasource: source,
    force: body['force'] === true,
    format,
    customCacheTimeout: typeof body['custom_cache_timeout'] === 'number' ? body['custom_cache_timeout'] : null,
    formData: isObject(formData) ? formData : {},
    queries: valid,
  };
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], fallback: T, key: string, problems: Problems): T {
  if (value === undefined || value === null) return fallback;
  const found = allowed.find((item) => item === value);
  if (found === undefined) problems[key] = [`Must be one of: ${allowed.join(', ')}.`];
  return found ?? fallback;
}
