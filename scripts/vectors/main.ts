import { readFileSync } from 'node:fs';
import { RUNNERS } from './runners.ts';
import { runVectors } from './run-vectors.ts';
import type { Vector } from './vector.ts';

const file = process.argv[2];
if (!file) {
  console.error('npm run vectors -- FILE\n  runs a file of contract vectors through the product and prints each that fails');
  process.exit(2);
}
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };
const results = await runVectors(vectors, RUNNERS);
const LABELS = { failed: 'FAILED', skipped: 'skipped', deliberate: 'differs on purpose' } as const;
for (const { vector, status, detail } of results) if (status !== 'passed') console.log(`${LABELS[status]} ${vector.id}${vector.name ? ` (${vector.name})` : ''}: ${detail ?? ''}`);
const count = (...wanted: readonly string[]): number => results.filter(({ status }) => wanted.includes(status)).length;
console.log(`${count('passed', 'deliberate')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exit(count('failed') > 0 ? 1 : 0);
