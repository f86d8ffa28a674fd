import { applyDelta, parseDelta } from '../../../plugins/data/query/server/time/parse-delta.ts';
import { parseMoment } from '../../../plugins/data/query/server/time/parse-moment.ts';
import { parseSinceUntil, parseTimeRange, shiftBack, shiftInstant } from '../../../plugins/data/query/server/time/parse-time-range.ts';
import type { TimeBounds } from '../../../plugins/data/query/server/time/parse-time-range.ts';
import type { Check, Runners, Vector } from '../vector.ts';
import { nowOf, outcome, readInstant } from '../vector.ts';

const instant = (value: unknown): unknown => (typeof value === 'string' ? readInstant(value) : value);

async function range(vector: Vector, run: () => TimeBounds): Promise<Check> {
  const actual = await outcome(() => {
    const { since, until } = run();
    return { since, until };
  });
  const { since, until, error } = vector.expected as { since?: unknown; until?: unknown; error?: string };
  return { actual, expected: error === undefined ? { since: instant(since ?? null), until: instant(until ?? null) } : { error } };
}

interface RangeInput {
  readonly time_range?: string;
  readonly since?: string;
  readonly until?: string;
  readonly relative_start?: string;
  readonly relative_end?: string;
  readonly shift: string;
  readonly range: string;
}

/** Time ranges, moments and shifts (contract §5). */
export const timeRunners: Runners = {
  time_range: (vector) => range(vector, () => parseTimeRange(vector.input as string, { now: nowOf(vector) })),
  time_range_options(vector) {
    const input = vector.input as RangeInput;
    const options = { now: nowOf(vector), relativeStart: input.relative_start, relativeEnd: input.relative_end };
    return range(vector, () => (input.since ? parseSinceUntil(input.since, input.until, options) : parseTimeRange(input.time_range, options)));
  },
  time_shift(vector) {
    const { time_range: text, shift } = vector.input as RangeInput;
    return range(vector, () => shiftBack(parseTimeRange(text, { now: nowOf(vector) }), shift));
  },
  instant_time_comparison(vector) {
    const { time_range: text, range: kind } = vector.input as RangeInput;
    return range(vector, () => shiftInstant(parseTimeRange(text, { now: nowOf(vector) }), kind));
  },
  async time_delta(vector) {
    const { delta: text, source } = vector.input as { delta: string; source: string };
    const delta = parseDelta(text);
    // `inherit` is resolved from the range of the query, and moves nothing by itself.
    const actual = await outcome(() => (delta ? applyDelta(readInstant(source), delta) : text === 'inherit' ? readInstant(source) : parseMoment(text, readInstant(source))));
    return { actual, expected: instant(vector.expected) };
  },
  human_datetime: async (vector) => ({ actual: await outcome(() => parseMoment(vector.input as string, nowOf(vector))), expected: instant(vector.expected) }),
};
