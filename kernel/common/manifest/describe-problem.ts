import type { ManifestProblem } from '../contract.ts';

/** A problem as part of a sentence. */
export function describeProblem({ path, message, suggestion }: ManifestProblem): string {
  return `${path}: ${message.replace(/\.$/, '')}${suggestion ? ` (did you mean "${suggestion}"?)` : ''}`;
}
