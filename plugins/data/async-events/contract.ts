import { createToken } from '@orrery/sdk';
import type { HttpRequest, HttpResponse } from '@orrery/sdk/server';

/** Work whose result is fetched later. */
export interface AsyncWork {
  /** Equal keys of one user are one job. */
  readonly key: string;
  /**
   * Does the work and answers where its result is (`/api/v1/…`); the caller must be allowed to read it there.
   * Texts of an HttpError reach the caller. `signal` is aborted when nobody listens any more.
   */
  run(signal: AbortSignal): Promise<string>;
}

/** Server service: accepts work with 202 and tells its end by events (contract §3.8). */
export interface AsyncDelivery {
  /** Starts the work, or joins the same work already running, and answers 202 with the job. */
  accept(request: Pick<HttpRequest, 'user' | 'headers' | 'origin'>, work: AsyncWork): Promise<HttpResponse>;
}
export const AsyncDelivery = createToken<AsyncDelivery>('async-events', 'AsyncDelivery', 1);

/** What is told of a job, by polling and by websocket alike. */
export interface AsyncEvent {
  /** `<ms>-<seq>`; later events have larger ones. */
  readonly id: string;
  readonly channel_id: string;
  readonly job_id: string;
  readonly user_id: number | null;
  readonly status: 'running' | 'done' | 'error';
  readonly errors: readonly { readonly message: string }[];
  readonly result_url: string | null;
}
