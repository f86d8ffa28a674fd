import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KernelTables } from '../../kernel/server/metadata/kernel-tables.ts';
import { serverRooms } from '../support/server-rooms.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

type Lines = Readonly<Record<string, readonly string[]>>;
type Held = Readonly<Record<string, readonly string[]>>;

const pairs = (lines: Lines): readonly string[] => Object.entries(lines).flatMap(([subject, actions]) => actions.map((action) => `${action} on ${subject}`));
const menus = (...names: readonly string[]): Lines => Object.fromEntries(names.map((name) => [name, ['menu_access']]));

/** Contract §0.3, census SEC-03 and SEC-20: what people who work with charts do. */
const EVERYONE: Lines = {
  Chart: ['can_export', 'can_read', 'can_tag', 'can_write'],
  Dashboard: ['can_cache_dashboard_screenshot', 'can_drill', 'can_export', 'can_get_embedded', 'can_read', 'can_tag', 'can_view_chart_as_table', 'can_view_query', 'can_write'],
  // [SEC-23] These four are read by everybody and written by none of them.
  Database: ['can_read'],
  Dataset: ['can_get_drill_info', 'can_read'],
  Datasource: ['can_external_metadata', 'can_external_metadata_by_name', 'can_get_column_values', 'can_samples', 'can_validate_expression'],
  DynamicPlugin: ['can_read'],
  Explore: ['can_read'],
  ExploreFormDataRestApi: ['can_read', 'can_write'],
  ExplorePermalinkRestApi: ['can_read', 'can_write'],
  DashboardFilterStateRestApi: ['can_read', 'can_write'],
  DashboardPermalinkRestApi: ['can_read', 'can_write'],
  EmbeddedDashboard: ['can_read'],
  Tag: ['can_bulk_create', 'can_read', 'can_write'],
  Theme: ['can_read'],
  AdvancedDataType: ['can_read'],
  AvailableDomains: ['can_read'],
  AsyncEventsRestApi: ['can_list'],
  CurrentUserRestApi: ['can_read', 'can_write'],
  UserRestApi: ['can_read'],
  Superset: ['can_dashboard', 'can_explore', 'can_explore_json', 'can_fetch_datasource_metadata', 'can_log', 'can_share_chart', 'can_share_dashboard', 'can_slice'],
  Api: ['can_time_range'],
  Setting: ['can_read'],
  ...menus('Charts', 'Dashboards', 'Data', 'Databases', 'Datasets', 'Home', 'Plugins', 'Tags', 'Themes'),
};

/** [SEC-22] Whoever signs in, SQL Lab's role included. */
const SIGNED_IN: Lines = {
  Log: ['can_recent_activity'],
  MenuApi: ['can_get'],
  OpenApi: ['can_get'],
  SecurityRestApi: ['can_read'],
  UserDBModelView: ['can_userinfo', 'resetmypassword'],
};
const CSV: Lines = { Superset: ['can_csv'] };

/** [SEC-06] [SEC-22] Those who see all data and keep what charts are made of. */
const ALPHA_ONLY: Lines = {
  all_database_access: ['all_database_access'],
  all_datasource_access: ['all_datasource_access'],
  Annotation: ['can_read', 'can_write'],
  CacheRestApi: ['can_invalidate'],
  CssTemplate: ['can_read', 'can_write'],
  Database: ['can_export', 'can_upload'],
  Dataset: ['can_duplicate', 'can_export', 'can_get_or_create_dataset', 'can_write'],
  Datasource: ['can_save'],
  ReportSchedule: ['can_read', 'can_write'],
  Theme: ['can_export', 'can_write'],
  ...menus('Alerts & Report', 'Annotation Layers', 'CSS Templates', 'Import dashboards', 'Manage'),
};

/** [SEC-24] */
const SQL_LAB: Lines = {
  Database: ['can_read'],
  Query: ['can_export_csv', 'can_read'],
  SavedQuery: ['can_export', 'can_read', 'can_write'],
  SQLLab: ['can_estimate_query_cost', 'can_execute_sql_query', 'can_export_csv', 'can_format_sql', 'can_get_results', 'can_read'],
  SqlLabPermalinkRestApi: ['can_read', 'can_write'],
  Superset: ['can_sqllab', 'can_sqllab_history'],
  TableSchemaView: ['can_delete', 'can_expanded', 'can_post'],
  TabStateView: ['can_activate', 'can_delete', 'can_delete_query', 'can_get', 'can_migrate_query', 'can_post', 'can_put'],
  ...menus('Query Search', 'SQL Editor', 'SQL Lab', 'Saved Queries'),
};

/** [SEC-06] [SEC-22] Administrators alone. */
const ADMIN_ONLY: Lines = {
  all_query_access: ['all_query_access'],
  Chart: ['can_warm_up_cache'],
  Dashboard: ['can_set_embedded'],
  Database: ['can_write'],
  Dataset: ['can_warm_up_cache'],
  DynamicPlugin: ['can_write'],
  Extensions: ['can_read', 'menu_access'],
  Group: ['can_read', 'can_write'],
  ImportExportRestApi: ['can_export', 'can_write'],
  Log: ['can_read', 'can_write'],
  Permission: ['can_read'],
  PermissionViewMenu: ['can_read'],
  Role: ['can_read', 'can_write'],
  'Row Level Security': ['can_read', 'can_write', 'menu_access'],
  SecurityRestApi: ['can_grant_guest_token'],
  Setting: ['can_write'],
  User: ['can_read', 'can_write'],
  UserRegistrationsRestAPI: ['can_read', 'can_write'],
  ViewMenu: ['can_read'],
  ...menus('Action Log', 'List Groups', 'List Roles', 'List Users', 'Security', 'User Registrations'),
};

const join = (...lines: readonly Lines[]): readonly string[] => [...new Set(lines.flatMap(pairs))].toSorted();
const EXPECTED: Held = {
  Admin: join(EVERYONE, SIGNED_IN, CSV, ALPHA_ONLY, SQL_LAB, ADMIN_ONLY),
  Alpha: join(EVERYONE, SIGNED_IN, CSV, ALPHA_ONLY),
  Gamma: join(EVERYONE, SIGNED_IN, CSV),
  Public: [],
  sql_lab: join(SIGNED_IN, CSV, SQL_LAB),
};

/** What the stock roles hold in an installation with all plugins; the administrator holds every pair there is. */
async function heldIn(app: TestApp): Promise<Held> {
  const db = app.kernel.metadata('test').db<KernelTables>();
  const all = await db.selectFrom('ab_permission').select(['action', 'subject']).execute();
  const rows = await db.selectFrom('ab_permission_role').innerJoin('ab_role', 'ab_role.id', 'role_id').select(['name', 'action', 'subject']).execute();
  const named = ({ action, subject }: { action: string; subject: string }): string => `${action} on ${subject}`;
  return Object.fromEntries(Object.keys(EXPECTED).map((role) => [role, (role === 'Admin' ? all : rows.filter(({ name }) => name === role)).map(named).toSorted()]));
}

describe('[contract §0.3] [SEC-01] stock roles', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ more: serverRooms(['pack/examples']) });
  }, 120_000);
  afterAll(() => app?.close());

  it.each(Object.keys(EXPECTED))('%s holds exactly the documented pairs', async (role) => {
    const held = (await heldIn(app))[role] ?? [];
    const expected = EXPECTED[role] ?? [];
    expect({ missing: expected.filter((pair) => !held.includes(pair)), tooMany: held.filter((pair) => !expected.includes(pair)) }).toEqual({ missing: [], tooMany: [] });
  });

  it('do not depend on which plugin starts first', async () => {
    const other = await startApp({ more: serverRooms(['pack/examples']).toReversed() });
    try {
      expect(await heldIn(other)).toEqual(await heldIn(app));
    } finally {
      await other.close();
    }
  }, 120_000);
});
