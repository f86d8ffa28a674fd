import { createRouteRef } from '@orrery/sdk/web';

/** `/dashboard/list/` (census ROUTE-04); other plugins extend the list by its resource name `dashboard`. */
export const dashboardListRoute = createRouteRef('dashboard-list.list');
