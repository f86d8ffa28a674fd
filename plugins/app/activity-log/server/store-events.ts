import type { MetadataStore } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import { isTooDeep } from '../../../data/rest/contract.ts';
import type { ActivityLogTables } from './tables.ts';

const MAX_EVENTS = 1024;
const MAX_EVENT_CHARACTERS = 10_000;

/** Where the events happened; the query of the call. */
export interface EventPlace {
  readonly userId: number | null;
  readonly dashboardId: number | null;
  readonly sliceId: number | null;
  /** Address of the page the events came from. */
  readonly referrer: string | null;
  readonly now: number;
}

/** Stores a batch of client events (census GEN-10). Events without a name, or too large to be one, are left out. */
export async function storeEvents(metadata: MetadataStore, text: unknown, place: EventPlace): Promise<number> {
  const rows = parseEvents(text).flatMap((event) => {
    const action = event['event_name'];
    const json = JSON.stringify(event);
    if (typeof action !== 'string' || json.length > MAX_EVENT_CHARACTERS) return [];
    return [{ user_id: place.userId, action: action.slice(0, 250), dashboard_id: idOf(event['dashboard_id']) ?? place.dashboardId, slice_id: idOf(event['slice_id']) ?? place.sliceId, json, dttm: place.now, duration_ms: durationOf(event['duration']), referrer: place.referrer }];
  });
  if (rows.length > 0) await metadata.db<ActivityLogTables>().insertInto('logs').values(rows as ActivityLogTables['logs'][]).execute();
  return rows.length;
}

function parseEvents(text: unknown): readonly Record<string, unknown>[] {
  try {
    const events: unknown = isTooDeep(String(text)) ? undefined : JSON.parse(String(text));
    if (Array.isArray(events)) return events.slice(0, MAX_EVENTS).filter((event): event is Record<string, unknown> => typeof event === 'object' && event !== null);
  } catch {
    // Answered below, like any other text that is no list.
  }
  throw new HttpError(400, { message: { events: ['A JSON array of events is expected.'] } });
}

function durationOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value < 2 ** 31 ? Math.round(value) : null;
}

function idOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31 ? (value as number) : null;
}
