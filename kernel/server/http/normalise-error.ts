import { HttpError } from '@orrery/sdk/server';

/** A failure as it is answered; `unexpected` ones are logged with their cause. */
export interface Failure {
  readonly status: number;
  readonly body: unknown;
  readonly unexpected: boolean;
}

/** HttpErrors answer their body; everything else becomes a 500 that tells nothing but the request's id. */
export function normaliseError(error: unknown, requestId: string): Failure {
  // By name too: a plugin may carry its own copy of the SDK.
  if (error instanceof HttpError || (error instanceof Error && error.name === 'HttpError' && 'status' in error && 'body' in error)) {
    const { status, body } = error as HttpError;
    return { status, body, unexpected: status >= 500 };
  }
  return { status: 500, body: { message: 'Fatal error', request_id: requestId }, unexpected: true };
}

/** The text of an error body in any of the contract's shapes. */
export function messageOf(body: unknown): string {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: readonly { message?: unknown }[] };
  const text = errors?.[0]?.message ?? message;
  return typeof text === 'string' ? text : 'The request could not be processed.';
}
