import { useCallback, useSyncExternalStore } from 'react';
import type { ChartState } from '../../../chart/contract.ts';
import { CHART_KEY, useServices } from '../services.ts';

/** The state of Explore's chart: loading, its results, its failure. */
export function useChartState(): ChartState {
  const { charts } = useServices();
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscription = charts.onDidChange(CHART_KEY, notify);
      return () => subscription.dispose();
    },
    [charts],
  );
  return useSyncExternalStore(subscribe, () => charts.state(CHART_KEY));
}
