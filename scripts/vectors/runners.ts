import { buildQueryRunners } from './categories/build-query.ts';
import { formatRunners } from './categories/formats.ts';
import { grainRunners } from './categories/grains.ts';
import { jinjaRunners } from './categories/jinja.ts';
import { postProcessingRunners } from './categories/post-processing.ts';
import { risonRunners } from './categories/rison.ts';
import { sqlAnalysisRunners } from './categories/sql-analysis.ts';
import { sqlGenerationRunners } from './categories/sql-generation.ts';
import { timeRunners } from './categories/time.ts';
import type { Runners } from './vector.ts';

/** Every category of the contract's vectors. */
export const RUNNERS: Runners = {
  ...timeRunners, ...formatRunners, ...risonRunners, ...postProcessingRunners, ...sqlGenerationRunners, ...grainRunners, ...sqlAnalysisRunners, ...jinjaRunners, ...buildQueryRunners,
};
