import { isDeepStrictEqual } from 'node:util';
import { deliberateReason } from './deliberate.ts';
import type { Runners, Vector } from './vector.ts';

/** How one vector fared. */
export interface VectorResult {
  readonly vector: Vector;
  readonly status: 'passed' | 'failed' | 'skipped' | 'deliberate';
  /** Why it failed, was skipped or differs on purpose. */
  readonly detail?: string;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null, (_, item: unknown) => (typeof item === 'number' && !Number.isFinite(item) ? String(item) : item)));

async function runOne(vector: Vector, runners: Runners): Promise<VectorResult> {
  const runner = runners[vector.category];
  if (!runner) return { vector, status: 'failed', detail: `no runner for the category ${vector.category}` };
  let detail: string;
  try {
    const check = await runner(vector);
    if ('skip' in check) return { vector, status: 'skipped', detail: check.skip };
    const [actual, expected] = [plain(check.actual), plain(check.expected)];
    if (isDeepStrictEqual(actual, expected)) return { vector, status: 'passed' };
    detail = `got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
  } catch (error) {
    detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const reason = deliberateReason(vector);
  return reason === undefined ? { vector, status: 'failed', detail } : { vector, status: 'deliberate', detail: reason };
}

/** Runs vectors one after the other, in their order. */
export async function runVectors(vectors: readonly Vector[], runners: Runners): Promise<readonly VectorResult[]> {
  const results: VectorResult[] = [];
  for (const vector of vectors) results.push(await runOne(vector, runners));
  return results;
}
