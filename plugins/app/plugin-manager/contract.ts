import { createRouteRef } from '@orrery/sdk/web';

/** `/plugins/`: every plugin, how it fares, and what to do about it. */
export const pluginsRoute = createRouteRef('plugin-manager.list');
