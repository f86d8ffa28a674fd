import type { Vector } from './vector.ts';

/** A kind of question on which we answer better than the reference, on purpose. */
interface Difference {
  readonly category: RegExp;
  readonly name?: RegExp;
  /** Matched against the vector's input as JSON. */
  readonly input: RegExp;
  /** Matched against the vector's options as JSON. */
  readonly options?: RegExp;
  readonly reason: string;
}

/** Rules, never ids: each says what we do instead. */
const DIFFERENCES: readonly Difference[] = [
  { category: /^(?:time_range|time_range_options|human_datetime)$/, input: /\b(?:last|prior|previous|past|next|this)\s+(?:\d+\s+)?hours?\b/i, reason: 'hours are units like all others, and the last hours end now' },
  { category: /^(?:time_range|time_range_options)$/, input: /\b(?:last|prior)\s+(?:\d+\s+)?(?:minute|second)s?\b/i, reason: 'the last minutes and seconds end now, not at midnight' },
  { category: /^(?:time_range|time_range_options)$/, input: /\bend of\s[^:]*\b(?:day|quarter)s?\b/i, reason: 'days and quarters have an end like all other units' },
  { category: /^(?:human_datetime|time_delta|time_shift)$/, input: /\bquarters?\b/i, reason: 'quarters are understood everywhere' },
  { category: /^human_datetime$/, input: /\b(?:last|prior|previous|past)\s+\d+/i, reason: 'the last so many lie in the past' },
  { category: /^human_datetime$/, input: /\bday (?:before yesterday|after tomorrow)\b/i, reason: 'the day before yesterday is two days ago' },
  { category: /^(?:human_datetime|time_delta)$/, input: /\d+ \w+,?(?: and)? \d+ \w+ ago\b/i, reason: 'every part of a length points back' },
  { category: /^human_datetime$/, input: /^"[+-]\d+ (?:hour|minute|second)s?"$/i, reason: 'a signed length counts from now' },
  { category: /^human_datetime$/, input: /^"(?:\d+[a-z]|\d+\.\d+)"$/i, reason: 'a bare length or number is not a moment' },
  { category: /^(?:filter_sql|sql_generation)$/, input: /"d"/, options: /"sqlite"/, reason: 'bounds of SQLite dates are written as dates: compared with a clock behind them the first day would be lost' },
  { category: /^sql_generation$/, input: /"group_others_when_limit_reached":true/, reason: 'the query keeps its conditions, order and limit when the other series are grouped' },
  { category: /^(?:filter_sql|sql_generation)$/, input: /"val":\[(?=[^\]]*\d\.\d)/, reason: 'numbers in lists keep their fractions' },
  { category: /^post_processing$/, input: /:null/, options: /"histogram"/, reason: 'NULL is in no bin of a histogram' },
  { category: /^build_query$/, name: /^native filter_select/, input: /^(?!.*"row_limit")/, reason: 'the options of a filter are asked for in bounded numbers' },
  { category: /^temporal_literal$/, input: /./, options: /"duckdb".*"column_type":"date"/i, reason: 'a bare text beside a DuckDB date would be cut to its day' },
  { category: /^temporal_literal$/, input: /./, options: /"sqlite".*"column_type":"date"/i, reason: 'bounds of SQLite dates are written as dates' },
];

/** Why a difference is meant; undefined when it is not. */
export function deliberateReason(vector: Vector): string | undefined {
  if (vector.upstream_defect) return vector.upstream_defect;
  const [input, options] = [JSON.stringify(vector.input), JSON.stringify(vector.options)];
  return DIFFERENCES.find((rule) => rule.category.test(vector.category) && (rule.name?.test(vector.name ?? '') ?? true) && rule.input.test(input) && (rule.options?.test(options) ?? true))?.reason;
}
