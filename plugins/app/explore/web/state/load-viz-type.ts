import type { ContributionReader } from '@orrery/sdk';
import type { VizType } from '@orrery/sdk/viz';
import { VizTypes } from '@orrery/sdk/viz';

/** A viz type's code, by the name saved charts use; undefined when it is missing or does not load. */
export async function loadVizType(points: ContributionReader, type: string): Promise<VizType<never> | undefined> {
  try {
    const code = await points.load(VizTypes, type);
    return await code.load();
  } catch {
    // The chart is then drawn by its fallback, which the chart service names; the controls say so too.
    return undefined;
  }
}
