import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFuzzApp } from '../fuzz/fuzz-app.ts';
import type { FuzzApp } from '../fuzz/fuzz-app.ts';
import { KINDS } from '../fuzz/kinds.ts';
import { runCases } from '../fuzz/run-cases.ts';

/** `npm run fuzz` runs as many as wanted; these keep what it once found from coming back. */
const [SEED, COUNT] = [20_261_122, 2000];
/** On a busy machine fewer run rather than none to the end. */
const MOST_MS = 20_000;

let fuzz: FuzzApp;
beforeAll(async () => {
  fuzz = await startFuzzApp();
}, 120_000);
afterAll(() => fuzz?.close());

describe('fuzzing (must-hold 5, [SEC-06])', () => {
  it('query contexts, forms, Rison, time ranges, keys and bundles give no 500, no crash, no secret and no hidden row', async () => {
    const report = await runCases(fuzz, { seed: SEED, count: COUNT, until: Date.now() + MOST_MS });
    console.log(`${report.cases} cases of seed ${SEED} in ${report.seconds} s`);
    expect(report.failures.map(({ at, kind, problem, input }) => `npm run fuzz -- --seed ${SEED} --only ${at} (${kind}): ${problem}\n${JSON.stringify(input)}`)).toEqual([]);
    expect(report.cases).toBeGreaterThan(100);
  }, 300_000);

  it('reaches the engine: of each kind some cases are answered', async () => {
    for (const { name } of KINDS) {
      const { statuses, failures } = await runCases(fuzz, { seed: SEED + 1, count: 400, kind: name, mostCases: 12 });
      expect(failures, name).toEqual([]);
      expect(Object.keys(statuses[name] ?? {}).some((status) => status.startsWith('2')), `${name}: ${JSON.stringify(statuses[name])}`).toBe(true);
    }
  }, 300_000);
});
