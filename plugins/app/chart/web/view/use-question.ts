import { useMemo } from 'react';
import type { Dataset, FormData, JsonObject } from '@orrery/sdk';
import type { VizResolution } from '../viz/viz-loader.ts';
import type { ChartDeps, ChartQuestion } from './chart-deps.ts';

/** The question a chart would ask now. A viz type that cannot build one is told apart from one that is not there yet. */
export function useQuestion(
  deps: ChartDeps,
  resolution: VizResolution | undefined,
  formData: FormData,
  ownState: JsonObject,
  dataset: Dataset | undefined,
): { question?: ChartQuestion; error?: Error } {
  return useMemo(() => {
    if (!resolution) return {};
    try {
      return { question: deps.question(resolution, formData, { ownState, dataset }) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  }, [deps, resolution, formData, ownState, dataset]);
}
