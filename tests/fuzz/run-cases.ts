import type { FuzzApp } from './fuzz-app.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';

/** One kind of fuzzing: makes an input of chance, sends it, answers what is wrong with what came back. */
export interface FuzzKind {
  readonly name: string;
  /** Cases at the same time; 1 where a case looks at what it wrote. */
  readonly parallel: number;
  run(fuzz: FuzzApp, random: Random): Promise<CaseOutcome>;
}

/** What a case came to. */
export interface CaseOutcome {
  /** Undefined when all is well. */
  readonly problem?: string;
  /** What was sent, for whoever looks into it. */
  readonly input: unknown;
  readonly status: number;
}

/** Result of many cases. */
export interface FuzzReport {
  readonly kind: string;
  readonly seed: number;
  readonly cases: number;
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly failures: readonly { readonly at: number; readonly problem: string; readonly input: unknown }[];
}

const MOST_FAILURES = 20;

/** Runs `count` cases from `from` on. Stops after twenty failures, or when `until` has passed. */
export async function runCases(fuzz: FuzzApp, kind: FuzzKind, options: { readonly seed: number; readonly count: number; readonly from?: number; readonly until?: number; readonly onProgress?: (done: number) => void }): Promise<FuzzReport> {
  const { seed, count, from = 0, until = Infinity } = options;
  const began = performance.now();
  const failures: { at: number; problem: string; input: unknown }[] = [];
  const statuses: Record<string, number> = {};
  let next = from;
  let done = 0;
  async function work(): Promise<void> {
    while (next < from + count && failures.length < MOST_FAILURES && Date.now() < until) {
      const at = next++;
      const faultsBefore = fuzz.faults.length;
      const outcome = await kind.run(fuzz, createRandom(seed, at)).catch((error: unknown): CaseOutcome => ({ problem: `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, input: undefined, status: 0 }));
      const fault = fuzz.faults.length > faultsBefore ? fuzz.faults.at(-1) : undefined;
      const problem = outcome.problem ?? (fault === undefined ? undefined : `an error nobody awaited: ${fault instanceof Error ? fault.stack : String(fault)}`);
      statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
      if (problem !== undefined) failures.push({ at, problem, input: outcome.input });
      if (++done % 1000 === 0) {
        fuzz.app.logged.length = 0;
        options.onProgress?.(done);
      }
    }
  }
  await Promise.all(Array.from({ length: kind.parallel }, work));
  return { kind: kind.name, seed, cases: done, seconds: Math.round((performance.now() - began) / 100) / 10, statuses, failures };
}
