import type { ContributionReader } from '@orrery/sdk';
import type { VizType } from '@orrery/sdk/viz';
import { VizTypes } from '@orrery/sdk/viz';
import { localisePanel } from '../model/localise-panel.ts';

/** A viz type's code, by the name saved charts use; undefined when it is missing or does not load. */
export async function loadVizType(points: ContributionReader, type: string): Promise<VizType | undefined> {
  try {
    const code = await points.load(VizTypes, type);
    const viz = await code.load();
    return code.t ? { ...viz, controlPanel: localisePanel(viz.controlPanel, code.t) } : viz;
  } catch {
    // The chart is then drawn by its fallback, which the chart service names; the controls say so too.
    return undefined;
  }
}
