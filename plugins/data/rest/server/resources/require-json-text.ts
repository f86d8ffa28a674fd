import { HttpError } from '@orrery/sdk/server';
import { isTooDeep } from './json-depth.ts';

/** Refuses a text of a body that is no JSON, or is nested beyond what anybody could write out again; HttpError 400 naming the field. */
export function requireJsonText(field: string, text: string): void {
  const refuse = (reason: string, cause?: unknown): HttpError => new HttpError(400, { message: { [field]: [reason] } }, cause);
  if (isTooDeep(text)) throw refuse('Nested too deeply.');
  try {
    JSON.parse(text);
  } catch (error) {
    throw refuse('Not valid JSON.', error);
  }
}
