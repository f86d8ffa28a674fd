import { expect, it } from 'vitest';
import { killLoop } from '../../tests/crash/kill-loop.ts';

it('[R1] keeps every acknowledged write and shows none by halves when it is killed', async () => {
  const report = await killLoop(3);
  expect(report).toMatchObject({ rounds: 3, lost: [], halfWritten: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
}, 60_000);
