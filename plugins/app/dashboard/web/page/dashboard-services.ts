import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { ChartService, ChartState } from '../../../chart/contract.ts';
import type { createChartInputs } from '../state/chart-inputs.ts';
import type { DashboardModel } from '../load/dashboard-model.ts';

/** What all parts of one dashboard share. */
export interface DashboardServices {
  readonly charts: ChartService;
  readonly model: DashboardModel;
  readonly chartInputs: ReturnType<typeof createChartInputs>;
}

export const DashboardServicesContext = createContext<DashboardServices | undefined>(undefined);

/** The services of the dashboard around. */
export function useDashboard(): DashboardServices {
  const services = useContext(DashboardServicesContext);
  if (!services) throw new Error('Parts of a dashboard must be drawn inside one');
  return services;
}

/** The state of one chart on the page. */
export function useChartState(chartKey: string): ChartState {
  const { charts } = useDashboard();
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscription = charts.onDidChange(chartKey, notify);
      return () => subscription.dispose();
    },
    [charts, chartKey],
  );
  return useSyncExternalStore(subscribe, () => charts.state(chartKey));
}
