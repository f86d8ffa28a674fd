import { availableParallelism, totalmem } from 'node:os';
import type { EngineLimits } from '../engine/protocol.ts';

/** Limits of the engine's processes, derived from the machine. */
export interface LimitPlan extends EngineLimits {
  /** Address space the system grants, KiB. */
  readonly addressSpaceKb: number;
  /** Queries running at once; more of them wait. */
  readonly concurrency: number;
  readonly poolThreads: number;
}

/**
 * A quarter of the machine's memory, between 256 MiB and 1 GiB, for DuckDB. Address space lies just above: a generous
 * limit would let a single huge string live long enough to slow everybody down.
 */
export function planLimits(tempDirectory: string, machine = { threads: availableParallelism(), memoryMb: totalmem() / 1_048_576 }): LimitPlan {
  const threads = Math.max(1, machine.threads);
  const memoryMb = Math.round(Math.min(1024, Math.max(256, machine.memoryMb / 4)));
  const concurrency = threads * 2;
  return {
    threads,
    memoryMb,
    tempDirectory,
    residentMb: memoryMb + 900,
    addressSpaceKb: (memoryMb + 1536 + 300 + 32 * threads) * 1024,
    concurrency,
    poolThreads: concurrency + 4,
  };
}
