import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyDelta, parseDelta } from './parse-delta.ts';
import { parseMoment } from './parse-moment.ts';
import { parseSinceUntil, parseTimeRange, shiftBack, shiftInstant } from './parse-time-range.ts';
import type { TimeBounds } from './parse-time-range.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: never;
  readonly options: { readonly now?: string };
  readonly expected: unknown;
  readonly upstream_defect?: string;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };

const read = (text: string): number => Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
const moment = (text: unknown): number | null => (typeof text === 'string' ? Math.floor(read(text)) : null);

/** Where we answer on purpose what the reference does not; why is said in the contract (§5.2, §5.5) or plain. */
const BETTER = new Set([
  'time_range-048', // end of a quarter is understood
  'time_range_options-015', // the last hour is the last hour
  'time_range_options-016', // so are the last two
  'human_datetime-007', // "last 3 hours" lies in the past
  'human_datetime-008',
  'human_datetime-026', // quarters are understood everywhere
  'human_datetime-050', // "1s" is not a moment
]);

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const bounds = ({ since, until }: TimeBounds): unknown => ({ since, until });

function expectBounds(vector: Vector, actual: unknown): void {
  const expected = vector.expected as { since?: unknown; until?: unknown; error?: string };
  if (expected.error !== undefined) expect(actual).toEqual({ error: expected.error });
  else expect(actual).toEqual({ since: moment(expected.since), until: moment(expected.until) });
}

const of = (category: string): Vector[] => vectors.filter((vector) => vector.category === category && !vector.upstream_defect && !BETTER.has(vector.id));
const nowOf = (vector: Vector): number => read(vector.options.now ?? '2025-03-15T10:20:30');

describe('time ranges (contract §5)', () => {
  it.each(of('time_range').map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    expectBounds(vector, outcome(() => bounds(parseTimeRange(vector.input, { now: nowOf(vector) }))));
  });
  it.each(of('time_range_options').map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const input = vector.input as { time_range?: string; since?: string; until?: string; relative_start?: string; relative_end?: string };
    const options = { now: nowOf(vector), relativeStart: input.relative_start, relativeEnd: input.relative_end };
    expectBounds(vector, outcome(() => bounds(input.since ? parseSinceUntil(input.since, input.until, options) : parseTimeRange(input.time_range, options))));
  });
  it.each(of('time_shift').map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const input = vector.input as { time_range: string; shift: string };
    expectBounds(vector, outcome(() => bounds(shiftBack(parseTimeRange(input.time_range, { now: nowOf(vector) }), input.shift))));
  });
  it.each(of('instant_time_comparison').map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const input = vector.input as { time_range: string; range: string };
    expectBounds(vector, outcome(() => bounds(shiftInstant(parseTimeRange(input.time_range, { now: nowOf(vector) }), input.range))));
  });
  it.each(of('time_delta').map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const input = vector.input as { delta: string; source: string };
    const delta = parseDelta(input.delta);
    const actual = delta ? applyDelta(read(input.source), delta) : input.delta === 'inherit' ? read(input.source) : parseMoment(input.delta, nowOf(vector));
    expect(actual).toBe(moment(vector.expected));
  });
  it.each(of('human_datetime').map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const actual = outcome(() => parseMoment(vector.input, nowOf(vector)));
    expect(actual).toEqual(typeof vector.expected === 'string' ? moment(vector.expected) : vector.expected);
  });

  it('ends the last hours now', () => {
    const now = read('2025-03-15T10:20:30');
    expect(parseTimeRange('Last 6 hours', { now })).toEqual({ since: now - 6 * 3_600_000, until: now });
    expect(parseTimeRange('last 3 hours : now', { now })).toEqual({ since: now - 3 * 3_600_000, until: now });
  });
});
