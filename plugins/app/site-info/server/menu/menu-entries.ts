/** Roles that see an entry unless the administrator says otherwise; Admin sees all. */
export type MenuRole = 'Alpha' | 'Gamma' | 'sql_lab';

/** An entry of the menu; one with children is shown when any child is. */
export interface MenuEntry {
  /** Also the view of the pair `menu_access`. */
  readonly name: string;
  readonly label: string;
  readonly url?: string;
  readonly icon?: string;
  readonly roles: readonly MenuRole[];
  readonly childs?: readonly MenuEntry[];
  /** Feature flag the entry's page needs. */
  readonly flag?: string;
  /** Setting the entry's page needs. */
  readonly setting?: string;
}

const EVERYONE = ['Alpha', 'Gamma'] as const;
const ALPHA = ['Alpha'] as const;
const SQL_LAB = ['sql_lab'] as const;

/** The menu as clients of other front ends know it (census SEC-06, SEC-24, ROUTE-05…33). */
const MENU: readonly MenuEntry[] = [
  { name: 'Dashboards', label: 'Dashboards', url: '/dashboard/list/', icon: 'fa-dashboard', roles: EVERYONE },
  { name: 'Charts', label: 'Charts', url: '/chart/list/', icon: 'fa-bar-chart', roles: EVERYONE },
  { name: 'Datasets', label: 'Datasets', url: '/tablemodelview/list/', icon: 'fa-table', roles: EVERYONE },
  {
    name: 'SQL Lab', label: 'SQL', icon: 'fa-flask', roles: SQL_LAB,
    childs: [
      { name: 'SQL Editor', label: 'SQL Lab', url: '/sqllab/', icon: 'fa-flask', roles: SQL_LAB },
      { name: 'Saved Queries', label: 'Saved Queries', url: '/savedqueryview/list/', icon: 'fa-save', roles: SQL_LAB },
      { name: 'Query Search', label: 'Query History', url: '/sqllab/history/', icon: 'fa-search', roles: SQL_LAB },
    ],
  },
  {
    name: 'Data', label: 'Data', icon: 'fa-database', roles: EVERYONE,
    childs: [{ name: 'Databases', label: 'Database Connections', url: '/databaseview/list/', icon: 'fa-database', roles: EVERYONE }],
  },
  {
    name: 'Manage', label: 'Manage', icon: 'fa-wrench', roles: ALPHA,
    childs: [
      { name: 'CSS Templates', label: 'CSS Templates', url: '/csstemplatemodelview/list/', icon: 'fa-css3', roles: ALPHA, flag: 'CSS_TEMPLATES' },
      { name: 'Themes', label: 'Themes', url: '/theme/list/', icon: 'fa-palette', roles: EVERYONE },
      { name: 'Annotation Layers', label: 'Annotation Layers', url: '/annotationlayer/list/', icon: 'fa-comment', roles: ALPHA },
      { name: 'Tags', label: 'Tags', url: '/superset/tags/', icon: 'fa-tag', roles: EVERYONE, flag: 'TAGGING_SYSTEM' },
      { name: 'Alerts & Report', label: 'Alerts & Reports', url: '/alert/list/', icon: 'fa-exclamation-triangle', roles: ALPHA, flag: 'ALERT_REPORTS' },
      { name: 'Plugins', label: 'Plugins', url: '/plugins/', icon: 'fa-puzzle-piece', roles: EVERYONE, flag: 'DYNAMIC_PLUGINS' },
      { name: 'Extensions', label: 'Extensions', url: '/extensions/list/', icon: 'fa-plug', roles: [], flag: 'ENABLE_EXTENSIONS' },
    ],
  },
  {
    name: 'Security', label: 'Security', icon: 'fa-cogs', roles: [],
    childs: [
      { name: 'List Users', label: 'List Users', url: '/users/', icon: 'fa-user', roles: [] },
      { name: 'List Roles', label: 'List Roles', url: '/roles/', icon: 'fa-group', roles: [] },
      { name: 'List Groups', label: 'List Groups', url: '/list_groups/', icon: 'fa-group', roles: [] },
      { name: 'User Registrations', label: 'User Registrations', url: '/registrations/', icon: 'fa-user-plus', roles: [], setting: 'AUTH_USER_REGISTRATION' },
      { name: 'Row Level Security', label: 'Row Level Security', url: '/rowlevelsecurity/list/', icon: 'fa-lock', roles: [] },
      { name: 'Action Log', label: 'Action Log', url: '/actionlog/list/', icon: 'fa-list-ol', roles: [] },
    ],
  },
];

/** Flags that hold unless they are switched off (contract §1.11), as far as the menu asks for them. */
const ON = new Set(['CSS_TEMPLATES', 'DYNAMIC_PLUGINS']);

/** The entries of this deployment: those whose pages are switched on. */
export function menuEntries(flags: Readonly<Record<string, boolean>>, settings: Readonly<Record<string, unknown>>, entries: readonly MenuEntry[] = MENU): readonly MenuEntry[] {
  return entries
    .filter(({ flag, setting }) => (flag === undefined || (flags[flag] ?? ON.has(flag))) && (setting === undefined || settings[setting] === true))
    .map(({ childs, ...entry }) => (childs ? { ...entry, childs: menuEntries(flags, settings, childs) } : entry));
}
