import type { PluginContext } from '@orrery/sdk/web';
import type { ListDeclaration, ListTools } from '@orrery/sdk/list';
import { People, personName, RelativeTime } from '@orrery/sdk/list';
import { Badge, Icon, Link } from '@orrery/sdk/ui';
import { VizTypes } from '@orrery/sdk/viz';
import { addChartRoute } from '../../explore/contract.ts';
import type { ChartRow } from './chart-row.ts';
import { CHART_COLUMNS } from './chart-row.ts';
import { DashboardLinks } from './dashboard-links.tsx';

type T = PluginContext['i18n']['t'];

/** The list of charts (census LIST-10). `typeTitle` names a viz type, known or not. */
export function chartList(t: T, typeTitle: (type: string) => string, onEdit: (row: ChartRow, tools: ListTools) => void): ListDeclaration<ChartRow> {
  return {
    resource: 'chart',
    title: t('title'),
    name: (row) => row.slice_name,
    selectColumns: CHART_COLUMNS,
    defaultSort: { column: 'changed_on_delta_humanized', order: 'desc' },
    hasFavourites: true,
    columns: [
      {
        id: 'slice_name',
        label: t('column.name'),
        sortable: true,
        isName: true,
        cell: (row) => (
          <>
            <Link path={row.url} title={row.description ?? undefined}>
              {row.slice_name}
            </Link>
            {row.certified_by && (
              <span className="chart-list-certified" title={row.certification_details ?? undefined}>
                <Icon name="success" size={14} /> {t('certifiedBy', { name: row.certified_by })}
              </span>
            )}
          </>
        ),
      },
      { id: 'viz_type', label: t('column.type'), sortable: true, cell: (row) => typeTitle(row.viz_type) },
      { id: 'datasource', label: t('column.dataset'), sortable: 'datasource_name', cell: (row) => (row.datasource_url ? <Link path={row.datasource_url}>{row.datasource_name_text}</Link> : row.datasource_name_text) },
      { id: 'dashboards', label: t('column.dashboards'), cell: (row) => <DashboardLinks chart={row} /> },
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
      { id: 'slice_name', label: t('filter.name'), kind: 'search', column: 'slice_name', operator: 'chart_all_text' },
      {
        id: 'viz_type',
        label: t('column.type'),
        kind: 'select',
        column: 'viz_type',
        operator: 'eq',
        options: async ({ points }) => (await points.loadAll(VizTypes)).map(({ value }) => ({ value: value.type, label: value.title })).sort((a, b) => a.label.localeCompare(b.label)),
      },
      { id: 'datasource_id', label: t('column.dataset'), kind: 'relation', column: 'datasource_id', operator: 'eq', from: { resource: 'dataset', textColumn: 'table_name' } },
      { id: 'owners', label: t('filter.owner'), kind: 'relation', column: 'owners', operator: 'rel_m_m' },
      { id: 'dashboards', label: t('filter.dashboard'), kind: 'relation', column: 'dashboards', operator: 'rel_m_m', from: { resource: 'dashboard', textColumn: 'dashboard_title' } },
      { id: 'favorite', label: t('filter.favourite'), kind: 'boolean', column: 'id', operator: 'chart_is_favorite' },
      { id: 'certified', label: t('filter.certified'), kind: 'boolean', column: 'id', operator: 'chart_is_certified' },
      { id: 'changed_by', label: t('filter.modifiedBy'), kind: 'relation', column: 'changed_by', operator: 'rel_o_m' },
    ],
    card: (row) => ({
      title: row.slice_name,
      path: row.url,
      icon: 'chart',
      description: row.description || row.datasource_name_text,
      badge: <Badge>{typeTitle(row.viz_type)}</Badge>,
      footer: <RelativeTime value={row.changed_on_utc} />,
    }),
    cardSorts: [
      { id: 'alphabetical', label: t('sort.alphabetical'), column: 'slice_name', order: 'asc' },
      { id: 'recent', label: t('sort.recent'), column: 'changed_on_delta_humanized', order: 'desc' },
      { id: 'oldest', label: t('sort.oldest'), column: 'changed_on_delta_humanized', order: 'asc' },
    ],
    rowActions: [{ id: 'edit', label: t('action.edit'), icon: 'edit', permission: 'can_write', onSelect: onEdit }],
    primaryAction: { label: t('action.create'), permission: 'can_write', onSelect: (ctx) => ctx.router.navigate(addChartRoute) },
    emptyState: { title: t('empty.title'), description: t('empty.text'), icon: 'chart', action: <Link route={addChartRoute}>{t('empty.action')}</Link> },
  };
}
