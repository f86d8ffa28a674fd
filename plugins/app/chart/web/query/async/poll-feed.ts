import type { Disposable } from '@orrery/sdk';
import { isApiError } from '@orrery/sdk/web';
import type { ApiClient } from '@orrery/sdk/web';
import type { FeedListener } from './event-feed.ts';
import { isLater, readEvent } from './job-event.ts';
import type { JobEvent } from './job-event.ts';

const EVENTS = '/api/v1/async_event/';
/** Events of a full answer: more are waiting (census ASYNC-03). */
const PAGE = 100;
/** Failures in a row that are put up with; the client has tried each three times by then. */
const PATIENCE = 5;
const MAX_PAUSE_MS = 30_000;

/** Asks for events, at once and then every `pollMs`, until disposed. A server that is away is asked less and less often. */
export function openPollFeed({ api, pollMs }: { readonly api: ApiClient; readonly pollMs: number }, listener: FeedListener): Disposable {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function ask(): Promise<number> {
    const before = listener.position();
    const answer = await api.get<{ result?: readonly unknown[] }>(EVENTS, { params: { last_id: before }, signal });
    const events = (answer.result ?? []).map(readEvent).filter((event): event is JobEvent => event !== undefined);
    if (signal.aborted) return pollMs;
    listener.onEvents(events);
    const last = events.at(-1)?.id;
    return events.length >= PAGE && last !== undefined && isLater(last, before) ? 0 : pollMs;
  }

  async function round(): Promise<void> {
    let pause: number;
    try {
      pause = await ask();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (!isPassing(error) || failures >= PATIENCE) return listener.onFailure(error instanceof Error ? error : new Error(String(error)));
      pause = Math.min(pollMs * 2 ** failures, MAX_PAUSE_MS);
    }
    if (!signal.aborted) timer = setTimeout(() => void round(), pause);
  }

  void round();
  return {
    dispose() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

/** No answer, too many questions, or a server that is not well; everything else is its last word. */
function isPassing(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
}
