import type { FuzzApp } from './fuzz-app.ts';
import { kindOf } from './kinds.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { shrink } from './shrink.ts';

/** Any JSON value; what a case is made of, so that it can be printed, cut down and repeated. */
export type CaseInput = Readonly<Record<string, unknown>>;

/** One kind of fuzzing: makes inputs of chance, sends them, answers what is wrong with what came back. */
export interface FuzzKind {
  readonly name: string;
  /** Cases of it of a hundred. */
  readonly share: number;
  /** True where a case looks at what it wrote: no other of its kind runs meanwhile. */
  readonly alone?: boolean;
  make(random: Random, fuzz: FuzzApp): CaseInput;
  /** Repeatable: all that is left to chance stands in `input`. */
  check(fuzz: FuzzApp, input: CaseInput): Promise<CaseOutcome>;
}

/** What a case came to. */
export interface CaseOutcome {
  /** Undefined when all is well. */
  readonly problem?: string;
  readonly status: number;
}

/** A case that failed, cut down to what still fails. */
export interface FuzzFailure {
  readonly at: number;
  readonly kind: string;
  readonly problem: string;
  readonly input: CaseInput;
}

/** Result of many cases. */
export interface FuzzReport {
  readonly cases: number;
  readonly seconds: number;
  /** How often which status came, per kind. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Milliseconds of all cases of a kind. */
  readonly spent: Readonly<Record<string, number>>;
  readonly failures: readonly FuzzFailure[];
}

/** Which cases to run. */
export interface RunOptions {
  readonly seed: number;
  readonly count: number;
  readonly from?: number;
  /** Only kinds whose name holds this. */
  readonly kind?: string | undefined;
  /** At most so many cases of the kind that is asked for. */
  readonly mostCases?: number;
  readonly mostFailures?: number;
  /** Epoch ms; no case begins later. */
  readonly until?: number;
  /** Told which case runs; answers what to call at its end. */
  readonly onCase?: (at: number) => () => void;
  readonly onFailure?: (failure: FuzzFailure) => void;
  readonly onProgress?: (done: number) => void;
}

const PARALLEL = 4;
/** Between so many cases the server must say that it is well. */
const BATCH = 500;
/** A case that takes longer will not end. */
const CASE_MS = 40_000;
const HANGS = 'no answer';
const HEALTH_MS = 5_000;

/** Runs `count` cases from `from` on, and stops after too many failures. */
export async function runCases(fuzz: FuzzApp, options: RunOptions): Promise<FuzzReport> {
  const { seed, count, from = 0, mostFailures = 25, mostCases = Infinity, until = Infinity } = options;
  const began = performance.now();
  const failures: FuzzFailure[] = [];
  const statuses: Record<string, Record<string, number>> = {};
  const spent: Record<string, number> = {};
  const queues = new Map<string, Promise<unknown>>();
  let next = from;
  let done = 0;
  let run = 0;

  function fail(failure: FuzzFailure): void {
    failures.push(failure);
    options.onFailure?.(failure);
  }

  /** Runs one after another what must be alone. */
  function inTurn<T>(kind: FuzzKind, run: () => Promise<T>): Promise<T> {
    if (!kind.alone) return run();
    const turn = (queues.get(kind.name) ?? Promise.resolve()).then(run);
    queues.set(kind.name, turn.catch(() => undefined));
    return turn;
  }

  async function runOne(at: number): Promise<void> {
    const random = createRandom(seed, at);
    const kind = kindOf(random);
    if (options.kind !== undefined && !kind.name.includes(options.kind)) return;
    if (run >= mostCases) return;
    run++;
    const input = kind.make(random, fuzz);
    await inTurn(kind, async () => {
      const started = performance.now();
      const outcome = await guarded(fuzz, kind, input);
      const counts = (statuses[kind.name] ??= {});
      counts[outcome.status] = (counts[outcome.status] ?? 0) + 1;
      spent[kind.name] = (spent[kind.name] ?? 0) + performance.now() - started;
      if (outcome.problem === undefined) return;
      // What hangs would hang again with every cut.
      const smallest = outcome.problem.startsWith(HANGS) ? { input, problem: outcome.problem } : await shrink(input, outcome.problem, async (smaller) => (await guarded(fuzz, kind, smaller)).problem);
      fail({ at, kind: kind.name, ...smallest });
    });
  }

  async function work(): Promise<void> {
    while (next < from + count && failures.length < mostFailures && Date.now() < until) {
      const at = next++;
      const ended = options.onCase?.(at);
      await runOne(at);
      ended?.();
      if (++done % BATCH !== 0) continue;
      const problem = await illness(fuzz);
      if (problem !== undefined) fail({ at, kind: 'health', problem, input: {} });
      fuzz.app.logged.length = 0;
      options.onProgress?.(done);
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const problem = await illness(fuzz);
  if (problem !== undefined) fail({ at: next, kind: 'health', problem, input: {} });
  return { cases: done, seconds: Math.round((performance.now() - began) / 100) / 10, statuses, spent, failures };
}

/** A check that neither throws nor hangs, and counts errors nobody awaited. */
async function guarded(fuzz: FuzzApp, kind: FuzzKind, input: CaseInput): Promise<CaseOutcome> {
  const before = fuzz.faults.length;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<CaseOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ problem: `${HANGS} within ${CASE_MS / 1000} s`, status: 0 }), CASE_MS);
  });
  const outcome = await Promise.race([kind.check(fuzz, input), tooLong])
    .catch((error: unknown): CaseOutcome => ({ problem: `the check threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, status: 0 }))
    .finally(() => clearTimeout(timer));
  const fault = fuzz.faults.length > before ? fuzz.faults.at(-1) : undefined;
  if (outcome.problem !== undefined || fault === undefined) return outcome;
  return { ...outcome, problem: `an error nobody awaited: ${fault instanceof Error ? fault.stack : String(fault)}` };
}

/** What is wrong with the server itself, or undefined. */
async function illness(fuzz: FuzzApp): Promise<string | undefined> {
  const began = performance.now();
  const { status, text } = await fuzz.gamma.get('/health');
  const ms = Math.round(performance.now() - began);
  if (status !== 200 || text !== 'OK') return `/health answers ${status}: ${text.slice(0, 200)}`;
  return ms > HEALTH_MS ? `/health took ${ms} ms` : undefined;
}
