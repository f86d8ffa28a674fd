import type { ChartDataResult } from '@orrery/sdk';
import { ApiError } from '@orrery/sdk/web';
import type { ApiClient } from '@orrery/sdk/web';

/** What a server says first that answers later (202). */
export interface AcceptedJob {
  readonly job_id: string;
}

interface JobEvent {
  readonly id: string;
  readonly job_id: string;
  readonly status: 'running' | 'done' | 'error';
  readonly errors: readonly { readonly message?: string }[];
  readonly result_url: string | null;
}

const EVENTS = '/api/v1/async_event/';
const POLL_MS = 500;

/** Waits for the end of a job and fetches what it came to. Rejects with its error, or when `signal` aborts. */
export async function awaitJob(api: ApiClient, job: AcceptedJob, signal: AbortSignal, pollMs = POLL_MS): Promise<readonly ChartDataResult[]> {
  for (let lastId: string | undefined; ; ) {
    signal.throwIfAborted();
    const path = lastId === undefined ? EVENTS : `${EVENTS}?last_id=${encodeURIComponent(lastId)}`;
    const { result } = await api.get<{ result: readonly JobEvent[] }>(path, { signal });
    const end = result.find((event) => event.job_id === job.job_id && event.status !== 'running');
    if (end?.status === 'done' && end.result_url) return (await api.get<{ result: readonly ChartDataResult[] }>(end.result_url, { signal })).result;
    if (end) throw new ApiError({ message: end.errors[0]?.message ?? 'HTTP 500', status: 500, url: EVENTS });
    lastId = result.at(-1)?.id ?? lastId;
    if (result.length === 0) await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
