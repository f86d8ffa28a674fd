import { HttpError } from '@orrery/sdk/server';

/** A field of the form that cannot be used: the contract's 400. */
export function fieldError(field: string, problem: string): HttpError {
  return new HttpError(400, { message: { [field]: [problem] } });
}

/** A file or table that cannot be used: the contract's 422. */
export function uploadError(message: string, cause?: unknown): HttpError {
  return new HttpError(422, message, cause);
}
