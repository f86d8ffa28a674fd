import type { PostProcessingStep } from '@orrery/sdk';
import { QueryError } from '../query-error.ts';
import type { Frame } from '../frame/frame.ts';
import { withNumbers } from '../frame/frame.ts';
import { takeTurns } from '../take-turns.ts';
import { aggregate } from './aggregate.ts';
import { boxplot } from './boxplot.ts';
import { compare } from './compare.ts';
import { contribution } from './contribution.ts';
import { cum } from './cum.ts';
import { diff } from './diff.ts';
import { flatten } from './flatten.ts';
import { geodeticParse, geohashDecode, geohashEncode } from './geo.ts';
import { histogram } from './histogram.ts';
import type { Options } from './options.ts';
import { pivot } from './pivot.ts';
import { prophet } from './prophet.ts';
import { rank } from './rank.ts';
import { rename } from './rename.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { select } from './select.ts';
import { sort } from './sort.ts';

/** A step of post-processing; long ones give others their turn. */
type Step = (frame: Frame, options: Options) => Frame | Promise<Frame>;

const STEPS: Readonly<Record<string, Step>> = {
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  flatten,
  geodetic_parse: geodeticParse,
  geohash_decode: geohashDecode,
  geohash_encode: geohashEncode,
  histogram,
  pivot,
  prophet,
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
};

/** Runs the post-processing steps of a query in order. Rejects with QueryError. */
export async function runSteps(frame: Frame, steps: readonly PostProcessingStep[]): Promise<Frame> {
  if (steps.length === 0) return frame;
  const turn = takeTurns();
  let current = withNumbers(frame);
  for (const { operation, options } of steps) {
    const step = Object.hasOwn(STEPS, operation) ? STEPS[operation] : undefined;
    if (!step) throw new QueryError(`Unsupported post processing operation: ${operation}`);
    await turn();
    current = await step(current, options ?? {});
  }
  return current;
}
