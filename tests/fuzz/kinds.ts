import { BUNDLES } from './bundles.ts';
import { LEGACY_FORMS } from './legacy-forms.ts';
import { QUERY_CONTEXTS } from './query-contexts.ts';
import type { Random } from './random.ts';
import { RISON_STRINGS } from './rison-strings.ts';
import type { FuzzKind } from './run-cases.ts';
import { TEMPORARY_KEYS } from './temporary-keys.ts';
import { TIME_RANGES } from './time-ranges.ts';

/** All kinds of cases; their shares make a hundred. */
export const KINDS: readonly FuzzKind[] = [QUERY_CONTEXTS, LEGACY_FORMS, RISON_STRINGS, TIME_RANGES, TEMPORARY_KEYS, BUNDLES];

/** The kind of a case, by its share. */
export function kindOf(random: Random): FuzzKind {
  let left = random.next() * KINDS.reduce((sum, { share }) => sum + share, 0);
  return KINDS.find(({ share }) => (left -= share) < 0) ?? QUERY_CONTEXTS;
}
