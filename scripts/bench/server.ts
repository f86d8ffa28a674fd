import type { Figure } from './figure.ts';
import { cachedFigures } from './server/cached.ts';
import { burstFigures } from './server/burst.ts';
import { freeLoopFigures } from './server/free-loop.ts';
import { listFigures } from './server/lists.ts';
import { overheadFigures } from './server/overhead.ts';

/** What the server adds to a query, what it saves by sharing and caching, and how lists scale. */
export async function run(): Promise<readonly Figure[]> {
  return [...(await overheadFigures()), ...(await burstFigures()), ...(await cachedFigures()), ...(await freeLoopFigures()), ...(await listFigures())];
}
