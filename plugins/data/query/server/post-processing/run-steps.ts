import type { PostProcessingStep } from '@orrery/sdk';
import { QueryError } from '../query-error.ts';
import type { Frame } from '../frame/frame.ts';
import { withNumbers } from '../frame/frame.ts';
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
import { rank } from './rank.ts';
import { rename } from './rename.ts';
import { resample } from './resample.ts';
import { rolling } from './rolling.ts';
import { select } from './select.ts';
import { sort } from './sort.ts';

const STEPS: Readonly<Record<string, (frame: Frame, options: Options) => Frame>> = {
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
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
  prophet() {
    throw new QueryError('Forecasts (prophet) are not available on this server. Switch off the forecast in the chart.');
  },
};

/** Runs the post-processing steps of a query in order. Throws QueryError. */
export function runSteps(frame: Frame, steps: readonly PostProcessingStep[]): Frame {
  if (steps.length === 0) return frame;
  return steps.reduce((current, { operation, options }) => {
    const step = Object.hasOwn(STEPS, operation) ? STEPS[operation] : undefined;
    if (!step) throw new QueryError(`Unsupported post processing operation: ${operation}`);
    return step(current, options ?? {});
  }, withNumbers(frame));
}
