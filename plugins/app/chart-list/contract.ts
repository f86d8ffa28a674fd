import { createRouteRef } from '@orrery/sdk/web';

/** `/chart/list/` (census ROUTE-10); other plugins extend the list by its resource name `chart`. */
export const chartListRoute = createRouteRef('chart-list.list');
