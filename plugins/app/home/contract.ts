import { createRouteRef } from '@orrery/sdk/web';

/** `/superset/welcome/` (census ROUTE-01). Sections are added as `core.panels` at the location `home.section`. */
export const homeRoute = createRouteRef('home.welcome');
