import { RelativeTime } from '@orrery/sdk/list';
import type { ListCardContent, ListRow } from '@orrery/sdk/list';

/** A dashboard or chart as home shows it. */
export interface AssetRow extends ListRow {
  readonly dashboard_title?: string;
  readonly slice_name?: string;
  readonly description?: string | null;
  readonly url: string;
  readonly changed_on_utc: string;
}

/** What home needs to know of a kind of thing people made. */
export interface AssetKind {
  readonly resource: 'dashboard' | 'chart';
  readonly subject: 'Dashboard' | 'Chart';
  readonly columns: readonly string[];
  readonly favouriteOperator: string;
}

export const DASHBOARDS: AssetKind = {
  resource: 'dashboard',
  subject: 'Dashboard',
  columns: ['id', 'dashboard_title', 'url', 'changed_on_utc'],
  favouriteOperator: 'dashboard_is_favorite',
};

export const CHARTS: AssetKind = {
  resource: 'chart',
  subject: 'Chart',
  columns: ['id', 'slice_name', 'description', 'url', 'changed_on_utc'],
  favouriteOperator: 'chart_is_favorite',
};

/** Which of them: starred, one's own, everybody's; edited or created by oneself. */
export type AssetFilter = 'favourite' | 'mine' | 'all' | 'edited' | 'created';

/** Things per section (census HOME-01). */
export const HOME_PAGE_SIZE = 5;

/** The list query of a section. Pure. */
export function assetQuery(kind: AssetKind, filter: AssetFilter, userId: number | null): Readonly<Record<string, unknown>> {
  const by: Readonly<Record<AssetFilter, Readonly<Record<string, unknown>> | undefined>> = {
    favourite: { col: 'id', opr: kind.favouriteOperator, value: true },
    mine: { col: 'owners', opr: 'rel_m_m', value: userId ?? 0 },
    edited: { col: 'changed_by', opr: 'rel_o_m', value: userId ?? 0 },
    created: { col: 'created_by', opr: 'rel_o_m', value: userId ?? 0 },
    all: undefined,
  };
  return {
    ...(by[filter] ? { filters: [by[filter]] } : {}),
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page: 0,
    page_size: HOME_PAGE_SIZE,
    select_columns: kind.columns,
    keys: ['none'],
  };
}

/** The card of a row. Pure. */
export function assetCard(kind: AssetKind, row: AssetRow): ListCardContent {
  return {
    title: row.dashboard_title ?? row.slice_name ?? String(row.id),
    path: row.url,
    icon: kind.resource,
    description: row.description || undefined,
    footer: <RelativeTime value={row.changed_on_utc} />,
  };
}
