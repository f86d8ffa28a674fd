import type { JsonObject, ResultType } from '@orrery/sdk';

/** Problems by field, in the contract's wording. */
export type Problems = Record<string, unknown>;

export const RESULT_TYPES: readonly ResultType[] = ['full', 'results', 'query', 'samples', 'columns', 'timegrains', 'post_processed', 'drill_detail'];

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
