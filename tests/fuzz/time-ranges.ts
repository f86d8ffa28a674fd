import { encodeRison } from '../support/rest-client/encode-rison.ts';
import { problemOf, timed } from './check-answer.ts';
import { timeOffset, timeRange } from './random-time-range.ts';
import type { FuzzKind } from './run-cases.ts';

const BOUND = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)?$/;

/** Time ranges of chance: a range in order, or a refusal that says why. */
export const TIME_RANGES: FuzzKind = {
  name: 'time ranges',
  share: 27,
  make(random) {
    const range = timeRange(random);
    return { q: random.chance(0.7) ? range : [{ timeRange: range, ...(random.chance(0.5) ? { shift: timeOffset(random) } : {}) }] };
  },
  async check(fuzz, { q }) {
    const got = await timed(() => fuzz.gamma.get(`/api/v1/time_range/?q=${encodeURIComponent(encodeRison(q).replace(/[\ud800-\udfff]/g, ''))}`));
    const { status, json } = got.answer;
    const result = (json as { result?: { since: string; until: string }[] } | undefined)?.result ?? [];
    const wrong = result.find(({ since, until }) => !BOUND.test(since) || !BOUND.test(until) || (since !== '' && until !== '' && since > until));
    const problem = problemOf(fuzz, got) ?? (wrong ? `not a range: ${JSON.stringify(wrong)}` : status !== 200 && status !== 400 ? `status ${status}` : undefined);
    return { status, ...(problem ? { problem } : {}) };
  },
};
