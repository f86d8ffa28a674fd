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
}

const EVERYONE = ['Alpha', 'Gamma'] as const;
const ALPHA = ['Alpha'] as const;
const SQL_LAB = ['sql_lab'] as const;

/** The menu as clients of other front ends know it (census SEC-06, SEC-24). */
export const MENU: readonly MenuEntry[] = [
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
    name: 'Data', label: 'Data', icon: 'fa-database', roles: ALPHA,
    childs: [{ name: 'Databases', label: 'Database Connections', url: '/databaseview/list/', icon: 'fa-database', roles: ALPHA }],
  },
  {
    name: 'Manage', label: 'Manage', icon: 'fa-wrench', roles: ALPHA,
    childs: [
      { name: 'CSS Templates', label: 'CSS Templates', url: '/csstemplatemodelview/list/', icon: 'fa-css3', roles: ALPHA },
      { name: 'Themes', label: 'Themes', url: '/theme/list/', icon: 'fa-palette', roles: ALPHA },
      { name: 'Annotation Layers', label: 'Annotation Layers', url: '/annotationlayer/list/', icon: 'fa-comment', roles: ALPHA },
      { name: 'Tags', label: 'Tags', url: '/superset/tags/', icon: 'fa-tag', roles: ALPHA },
      { name: 'Alerts & Report', label: 'Alerts & Reports', url: '/alert/list/', icon: 'fa-exclamation-triangle', roles: ALPHA },
    ],
  },
  {
    name: 'Security', label: 'Security', icon: 'fa-cogs', roles: [],
    childs: [
      { name: 'List Users', label: 'List Users', url: '/users/', icon: 'fa-user', roles: [] },
      { name: 'List Roles', label: 'List Roles', url: '/roles/', icon: 'fa-group', roles: [] },
      { name: 'List Groups', label: 'List Groups', url: '/list_groups/', icon: 'fa-group', roles: [] },
      { name: 'Row Level Security', label: 'Row Level Security', url: '/rowlevelsecurity/list/', icon: 'fa-lock', roles: [] },
      { name: 'Action Log', label: 'Action Log', url: '/actionlog/list/', icon: 'fa-list-ol', roles: [] },
    ],
  },
];
