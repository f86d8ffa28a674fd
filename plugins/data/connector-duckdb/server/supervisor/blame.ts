import type { Job } from './job.ts';

/** Who pays for an engine's death, who is asked again, who cannot be. */
export interface Verdict {
  readonly culprit: Job | undefined;
  readonly retry: readonly Job[];
  readonly lost: readonly Job[];
}

const MAX_ATTEMPTS = 3;

/**
 * Judges the jobs in flight when an engine died. Known: the job it was killed for, the only one, or the only suspect.
 * Otherwise all become suspects: they run again, one suspect at a time, so that the next death names the culprit.
 */
export function judge(inFlight: readonly Job[], killedFor: Job | undefined): Verdict {
  const active = inFlight.filter((job) => !job.hasFailed);
  const suspects = inFlight.filter((job) => job.isSuspect);
  const culprit = killedFor ?? (inFlight.length === 1 ? inFlight[0] : suspects.length === 1 ? suspects[0] : undefined);
  const others = active.filter((job) => job !== culprit);
  const canRetry = (job: Job): boolean => !job.hasDelivered && job.attempts < MAX_ATTEMPTS;
  const retry = others.filter(canRetry);
  if (!culprit) for (const job of retry) job.isSuspect = true;
  return { culprit, retry, lost: others.filter((job) => !canRetry(job)) };
}
