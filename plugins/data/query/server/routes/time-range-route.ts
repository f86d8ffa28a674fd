import { HttpError } from '@orrery/sdk/server';
import type { RouteDefinition } from '@orrery/sdk/server';
import { isObject } from '../context/problems.ts';
import { parseTimeRange, shiftBack } from '../time/parse-time-range.ts';
import { TimeRangeError } from '../time/time-range-error.ts';

interface Wanted {
  readonly timeRange: string;
  readonly shift: string | undefined;
}

function readWanted(q: unknown): readonly Wanted[] {
  if (typeof q === 'string') return [{ timeRange: q, shift: undefined }];
  const list = Array.isArray(q) ? (q as unknown[]) : [q];
  return list.map((entry) => {
    if (!isObject(entry) || typeof entry['timeRange'] !== 'string') throw new HttpError(400, 'Request is incorrect: q must be a time range or a list of (timeRange, shift)');
    return { timeRange: entry['timeRange'], shift: typeof entry['shift'] === 'string' && entry['shift'] !== '' ? entry['shift'] : undefined };
  });
}

/** ISO text without zone; empty for an open side. */
function isoText(ms: number | null): string {
  return ms === null ? '' : new Date(ms).toISOString().replace(/(?:\.000)?Z$/, '');
}

/** Bounds of time ranges (contract §1.2). */
export function timeRangeRoute(now: () => number = Date.now): RouteDefinition {
  return {
    method: 'GET',
    path: '/api/v1/time_range/',
    permission: ['can_time_range', 'Api'],
    handler({ q }) {
      try {
        const result = readWanted(q).map(({ timeRange, shift }) => {
          const bounds = parseTimeRange(timeRange, { now: now() });
          const { since, until } = shift === undefined ? bounds : shiftBack(bounds, shift);
          return { since: isoText(since), until: isoText(until), timeRange, shift: shift ?? null };
        });
        return { result };
      } catch (error) {
        if (error instanceof TimeRangeError) throw new HttpError(400, `Unexpected time range: ${error.message}`, error);
        throw error;
      }
    },
  };
}
