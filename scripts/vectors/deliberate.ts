import type { Vector } from './vector.ts';

/** A kind of question on which we answer better than the reference, on purpose. */
interface Difference {
  readonly category: RegExp;
  /** Matched against the vector's input as JSON. */
  readonly input: RegExp;
  readonly reason: string;
}

/** Rules, never ids: each says what we do instead. */
const DIFFERENCES: readonly Difference[] = [
  { category: /^(?:time_range|time_range_options|human_datetime|time_delta|time_shift)$/, input: /\bhours?\b/i, reason: 'hours are units like all others, and the last hours end now' },
  { category: /^(?:time_range|time_range_options|human_datetime|time_delta|time_shift)$/, input: /\bquarters?\b/i, reason: 'quarters are understood everywhere, also their end' },
  { category: /^(?:time_range|time_range_options)$/, input: /\b(?:minute|second)s?\b/i, reason: 'the last minutes and seconds end now, not at midnight' },
  { category: /^human_datetime$/, input: /\blast \d+/i, reason: 'the last so many lie in the past' },
  { category: /^human_datetime$/, input: /^"\d+[a-z]"$/i, reason: 'a bare length is not a moment' },
];

/** Why a difference is meant; undefined when it is not. */
export function deliberateReason(vector: Vector): string | undefined {
  if (vector.upstream_defect) return vector.upstream_defect;
  const input = JSON.stringify(vector.input);
  return DIFFERENCES.find(({ category, input: pattern }) => category.test(vector.category) && pattern.test(input))?.reason;
}
