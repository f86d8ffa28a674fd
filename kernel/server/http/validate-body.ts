import type { JsonSchema } from '@orrery/sdk';
import { HttpError, validateJson } from '@orrery/sdk/server';

/** Refuses a body that does not fit, with every problem by field (contract §0.4 flat). */
export function validateBody(schema: JsonSchema, body: unknown, status: 400 | 422): void {
  const message = validateJson(schema, body);
  if (message) throw new HttpError(status, { message });
}
