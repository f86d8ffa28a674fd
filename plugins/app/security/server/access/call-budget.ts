import { HttpError } from '@orrery/sdk/server';

const MAX_CALLERS = 10_000;

/** Too many calls; `retryAfter` in seconds, which the server sends along. */
export class BudgetError extends HttpError {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super(429, `Too many requests. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`);
    this.retryAfter = retryAfter;
  }
}

/** A number of calls per caller that fills up again evenly. */
export interface CallBudget {
  /** Takes one call; throws `BudgetError` (429) when there is none left. */
  spend(caller: string): void;
}

/** Creates a budget of `calls` per `periodMs`. Kept in the process: each process of a deployment has its own. */
export function createCallBudget(calls: number, periodMs: number, now: () => number = Date.now): CallBudget {
  const left = new Map<string, { calls: number; at: number }>();
  const perMs = calls / periodMs;
  return {
    spend(caller) {
      const time = now();
      const known = left.get(caller);
      const have = known ? Math.min(calls, known.calls + (time - known.at) * perMs) : calls;
      if (have < 1) throw new BudgetError(Math.max(1, Math.ceil((1 - have) / perMs / 1000)));
      left.delete(caller);
      left.set(caller, { calls: have - 1, at: time });
      const [oldest] = left.keys();
      if (left.size > MAX_CALLERS && oldest !== undefined) left.delete(oldest);
    },
  };
}
