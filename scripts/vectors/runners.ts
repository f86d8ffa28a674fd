import { buildQueryRunners } from './categories/build-query.ts';
import { formatRunners } from './categories/formats.ts';
import { postProcessingRunners } from './categories/post-processing.ts';
import { risonRunners } from './categories/rison.ts';
import { timeRunners } from './categories/time.ts';
import type { Runners } from './vector.ts';

/** Every category of the contract's vectors. */
export const RUNNERS: Runners = { ...timeRunners, ...formatRunners, ...risonRunners, ...postProcessingRunners, ...buildQueryRunners };
