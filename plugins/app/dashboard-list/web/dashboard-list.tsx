import type { PluginContext } from '@orrery/sdk/web';
import type { ListDeclaration, ListTools } from '@orrery/sdk/list';
import { People, personName, RelativeTime } from '@orrery/sdk/list';
import { Badge, Icon, Link } from '@orrery/sdk/ui';
import type { DashboardRow } from './dashboard-row.ts';
import { DASHBOARD_COLUMNS } from './dashboard-row.ts';

type T = PluginContext['i18n']['t'];

/** The list of dashboards (census LIST-11). */
export function dashboardList(t: T, on: { edit(row: DashboardRow, tools: ListTools): void; create(): void }): ListDeclaration<DashboardRow> {
  const status = (row: DashboardRow) => <Badge kind={row.published ? 'success' : 'neutral'}>{t(row.published ? 'status.published' : 'status.draft')}</Badge>;
  return {
    resource: 'dashboard',
    title: t('title'),
    name: (row) => row.dashboard_title,
    selectColumns: DASHBOARD_COLUMNS,
    defaultSort: { column: 'changed_on_delta_humanized', order: 'desc' },
    hasFavourites: true,
    columns: [
      {
        id: 'dashboard_title',
        label: t('column.name'),
        sortable: true,
        isName: true,
        cell: (row) => (
          <>
            <Link path={row.url} title={row.slug ?? undefined}>
              {row.dashboard_title}
            </Link>
            {row.certified_by && (
              <span className="dashboard-list-certified" title={row.certification_details ?? undefined}>
                <Icon name="success" size={14} /> {t('certifiedBy', { name: row.certified_by })}
              </span>
            )}
          </>
        ),
      },
      { id: 'published', label: t('column.status'), sortable: true, cell: status },
      { id: 'owners', label: t('column.owners'), cell: (row) => <People people={row.owners} /> },
      {
        id: 'changed_on',
        label: t('column.modified'),
        sortable: 'changed_on_delta_humanized',
        cell: (row) => (
          <span title={row.changed_by ? t('modifiedBy', { name: personName(row.changed_by) }) : undefined}>
            <RelativeTime value={row.changed_on_utc} />
          </span>
        ),
      },
    ],
    filters: [
      { id: 'dashboard_title', label: t('filter.name'), kind: 'search', column: 'dashboard_title', operator: 'title_or_slug' },
      { id: 'published', label: t('column.status'), kind: 'boolean', column: 'published', operator: 'eq', yesLabel: t('status.published'), noLabel: t('status.draft') },
      { id: 'owners', label: t('filter.owner'), kind: 'relation', column: 'owners', operator: 'rel_m_m' },
      { id: 'favorite', label: t('filter.favourite'), kind: 'boolean', column: 'id', operator: 'dashboard_is_favorite' },
      { id: 'certified', label: t('filter.certified'), kind: 'boolean', column: 'id', operator: 'dashboard_is_certified' },
      { id: 'changed_by', label: t('filter.modifiedBy'), kind: 'relation', column: 'changed_by', operator: 'rel_o_m' },
    ],
    card: (row) => ({ title: row.dashboard_title, path: row.url, icon: 'dashboard', badge: status(row), footer: <RelativeTime value={row.changed_on_utc} /> }),
    cardSorts: [
      { id: 'alphabetical', label: t('sort.alphabetical'), column: 'dashboard_title', order: 'asc' },
      { id: 'recent', label: t('sort.recent'), column: 'changed_on_delta_humanized', order: 'desc' },
      { id: 'oldest', label: t('sort.oldest'), column: 'changed_on_delta_humanized', order: 'asc' },
    ],
    rowActions: [{ id: 'edit', label: t('action.edit'), icon: 'edit', permission: 'can_write', onSelect: (row, tools) => on.edit(row, tools) }],
    primaryAction: { label: t('action.create'), permission: 'can_write', onSelect: () => on.create() },
    emptyState: { title: t('empty.title'), description: t('empty.text'), icon: 'dashboard' },
  };
}
