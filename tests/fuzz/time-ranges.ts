import { encodeRison } from '../support/rest-client/encode-rison.ts';
import { problemOf, timed } from './check-answer.ts';
import { timeOffset, timeRange } from './random-time-range.ts';
import type { FuzzKind } from './run-cases.ts';

/** Time ranges of chance: a range in order, or a refusal that says why. */
export const TIME_RANGES: FuzzKind = {
  name: 'time ranges',
  parallel: 4,
  async run(fuzz, random) {
    const range = timeRange(random);
    const input = random.chance(0.7) ? range : [{ timeRange: range, ...(random.chance(0.5) ? { shift: timeOffset(random) } : {}) }];
    const got = await timed(() => fuzz.gamma.get(`/api/v1/time_range/?q=${encodeURIComponent(encodeRison(input).replace(/[\ud800-\udfff]/g, ''))}`));
    const result = (got.answer.json as { result?: { since: string; until: string }[] } | undefined)?.result ?? [];
    const wrong = result.find(({ since, until }) => typeof since !== 'string' || typeof until !== 'string' || (since !== '' && until !== '' && Date.parse(since) > Date.parse(until)));
    const problem = problemOf(fuzz, got) ?? (wrong ? `not a range: ${JSON.stringify(wrong)}` : got.answer.status !== 200 && got.answer.status !== 400 ? `status ${got.answer.status}` : undefined);
    return { input, status: got.answer.status, ...(problem ? { problem } : {}) };
  },
};
