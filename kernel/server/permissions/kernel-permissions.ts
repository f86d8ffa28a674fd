import type { ServerPermissions } from '@orrery/sdk/server';

/** Pairs the kernel itself knows; features declare theirs. */
export const KERNEL_PERMISSIONS: Parameters<ServerPermissions['declare']>[0] = [
  { pair: ['all_datasource_access', 'all_datasource_access'], roles: ['Alpha'] },
  { pair: ['all_database_access', 'all_database_access'], roles: ['Alpha'] },
  { pair: ['all_query_access', 'all_query_access'], roles: [] },
  { pair: ['can_read', 'SecurityRestApi'], roles: ['Alpha', 'Gamma', 'sql_lab'] },
];
