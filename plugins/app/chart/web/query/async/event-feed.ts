import type { ApiError } from '@orrery/sdk/web';
import type { JobEvent } from './job-event.ts';

/** Whom a transport tells what it hears. */
export interface FeedListener {
  /** Id of the last event heard; undefined before the first. */
  position(): string | undefined;
  /** Events in their order; some may have been told before. */
  onEvents(events: readonly JobEvent[]): void;
  /** Nothing will be heard any more. */
  onFailure(error: ApiError | Error): void;
}
