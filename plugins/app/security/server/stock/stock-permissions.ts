import type { ServerPermissions } from '@orrery/sdk/server';

type Declaration = Parameters<ServerPermissions['declare']>[0][number];
type Holder = Declaration['roles'][number];

/** `[subject, actions]` lines as declarations for the roles. */
function grants(roles: readonly Holder[], lines: readonly (readonly [subject: string, actions: readonly string[]])[]): readonly Declaration[] {
  return lines.flatMap(([subject, actions]) => actions.map((action): Declaration => ({ pair: [action, subject], roles })));
}

const menu = (...entries: readonly string[]): readonly (readonly [string, readonly string[]])[] => entries.map((entry) => [entry, ['menu_access']] as const);

/**
 * Pairs of the stock roles (contract §0.3, census SEC-03, SEC-06, SEC-22–24) that belong to no single feature, or whose feature may
 * be absent. A pair that a feature declares with the same roles is the same pair.
 */
export const STOCK_PERMISSIONS: readonly Declaration[] = [
  // Administrators only.
  ...grants([], [
    ['User', ['can_read', 'can_write']],
    ['Role', ['can_read', 'can_write']],
    ['Group', ['can_read', 'can_write']],
    ['Permission', ['can_read']],
    ['ViewMenu', ['can_read']],
    ['PermissionViewMenu', ['can_read']],
    ['UserRegistrationsRestAPI', ['can_read', 'can_write']],
    ['Row Level Security', ['can_read', 'can_write']],
    ['Log', ['can_read', 'can_write']],
    ['DynamicPlugin', ['can_write']],
    ['SecurityRestApi', ['can_grant_guest_token']],
    ['Chart', ['can_warm_up_cache']],
    ['Dataset', ['can_warm_up_cache']],
    ...menu('Security', 'List Users', 'List Roles', 'List Groups', 'User Registrations', 'Row Level Security', 'Action Log', 'Extensions'),
  ]),
  // Those who see all data.
  ...grants(['Alpha'], [
    ['Database', ['can_upload']],
    ['Dataset', ['can_duplicate', 'can_export']],
    ['Datasource', ['can_save']],
    ['Annotation', ['can_read', 'can_write']],
    ['CssTemplate', ['can_read', 'can_write']],
    ['ReportSchedule', ['can_read', 'can_write']],
    ...menu('Manage', 'Alerts & Report', 'Annotation Layers', 'CSS Templates', 'Import dashboards'),
  ]),
  // Everybody who works with charts.
  ...grants(['Alpha', 'Gamma'], [
    ['Dataset', ['can_get_drill_info']],
    ['Datasource', ['can_external_metadata', 'can_external_metadata_by_name']],
    ['Tag', ['can_read', 'can_write', 'can_bulk_create']],
    ['Chart', ['can_tag']],
    ['Dashboard', ['can_tag', 'can_cache_dashboard_screenshot']],
    ['Theme', ['can_read']],
    ['DynamicPlugin', ['can_read']],
    ['AdvancedDataType', ['can_read']],
    ['AvailableDomains', ['can_read']],
    ['AsyncEventsRestApi', ['can_list']],
    ['EmbeddedDashboard', ['can_read']],
    ['CurrentUserRestApi', ['can_read', 'can_write']],
    ['UserRestApi', ['can_read']],
    ['Superset', ['can_explore_json', 'can_log', 'can_slice', 'can_fetch_datasource_metadata']],
    ...menu('Home', 'Data', 'Databases', 'Datasets', 'Charts', 'Dashboards', 'Tags', 'Plugins', 'Themes'),
  ]),
  // Everybody who signs in.
  ...grants(['Alpha', 'Gamma', 'sql_lab'], [['UserDBModelView', ['can_userinfo', 'resetmypassword']]]),
  // SQL Lab, added to another role.
  ...grants(['sql_lab'], [
    ['SQLLab', ['can_read', 'can_execute_sql_query', 'can_get_results', 'can_export_csv', 'can_estimate_query_cost', 'can_format_sql']],
    ['Query', ['can_read', 'can_export_csv']],
    ['SavedQuery', ['can_read', 'can_write', 'can_export']],
    ['SqlLabPermalinkRestApi', ['can_read', 'can_write']],
    ['TabStateView', ['can_get', 'can_post', 'can_put', 'can_delete', 'can_activate', 'can_delete_query', 'can_migrate_query']],
    ['TableSchemaView', ['can_post', 'can_expanded', 'can_delete']],
    ['Superset', ['can_sqllab', 'can_sqllab_history']],
    ...menu('SQL Lab', 'SQL Editor', 'Saved Queries', 'Query Search'),
  ]),
];
