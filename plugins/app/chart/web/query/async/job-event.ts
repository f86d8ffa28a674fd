import type { AsyncEvent } from '../../../../../data/async-events/contract.ts';

/** What of an event counts here; everything a server may leave out has its empty value. */
export type JobEvent = Pick<AsyncEvent, 'id' | 'job_id' | 'status' | 'errors' | 'result_url'>;

const EVENT_ID = /^\d{1,15}-\d{1,15}$/;
const ENDS: readonly unknown[] = ['done', 'error'];

/** Whether a value names a place in a channel: `<ms>-<seq>` (census ASYNC-08). */
export function isEventId(value: unknown): value is string {
  return typeof value === 'string' && EVENT_ID.test(value);
}

/** Whether `id` comes after `than`; everything comes after nothing. */
export function isLater(id: string, than: string | undefined): boolean {
  if (than === undefined) return true;
  const [ms = 0, seq = 0] = id.split('-').map(Number);
  const [thanMs = 0, thanSeq = 0] = than.split('-').map(Number);
  return ms === thanMs ? seq > thanSeq : ms > thanMs;
}

/** An event as it came over the wire; undefined for anything else. */
export function readEvent(value: unknown): JobEvent | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, job_id, status, errors, result_url } = value as Readonly<Record<string, unknown>>;
  if (!isEventId(id) || typeof job_id !== 'string') return undefined;
  return {
    id,
    job_id,
    // Servers may tell of stages of their own; none but these two is an end.
    status: ENDS.includes(status) ? (status as 'done' | 'error') : 'running',
    errors: Array.isArray(errors) ? errors.filter(isMessage) : [],
    result_url: typeof result_url === 'string' ? result_url : null,
  };
}

function isMessage(value: unknown): value is { readonly message: string } {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}
