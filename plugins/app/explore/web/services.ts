import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';
import type { ChartService } from '../../chart/contract.ts';

/** What Explore's components and flows share. */
export interface ExploreServices {
  readonly charts: ChartService;
  /** True while Explore itself rewrites the address: that is no leaving. */
  readonly leaving: { isOwnMove: boolean };
  /** The range editor of the time filter plugin, when it is there. */
  readonly TimeRangeEditor?: ComponentType<{ label: string; value: string; labelId?: string; onChange(value: string): void }>;
}

/** Key of Explore's one chart in the chart service. */
export const CHART_KEY = 'explore';

export const ServicesContext = createContext<ExploreServices | undefined>(undefined);

/** The services the page was made with. */
export function useServices(): ExploreServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Explore: this component works only inside an Explore page');
  return services;
}
