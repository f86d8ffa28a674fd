import { sql } from 'kysely';
import type { MetadataStore } from '@orrery/sdk/server';
import { humanizeTime } from '@orrery/sdk/server';
import type { DashboardTables } from '../../dashboard/contract.ts';
import type { ChartTables } from '../../explore/contract.ts';
import type { ActivityLogTables } from './tables.ts';

type Tables = ActivityLogTables & Pick<DashboardTables, 'dashboards'> & Pick<ChartTables, 'slices'>;

/** One row of the recent activity (contract §1.9). */
export interface RecentActivity {
  readonly action: string;
  readonly item_type: 'dashboard' | 'slice';
  readonly item_url: string;
  readonly item_title: string;
  /** Epoch ms. */
  readonly time: number;
  readonly time_delta_humanized: string;
}

/** Actions of events that count as having looked at something. */
const VIEWED: Readonly<Record<string, string>> = { mount_dashboard: 'dashboard', mount_explorer: 'explore' };
const MAX_PAGE = 100;

/** What to answer. */
export interface RecentActivityQuery {
  readonly page: number;
  readonly pageSize: number;
  /** Of `dashboard`, `explore`; all when absent. */
  readonly actions?: readonly string[];
  /** Each thing once, which is the default. */
  readonly distinct?: boolean;
  readonly now: number;
}

/** The dashboards and charts a user looked at, newest first. */
export async function recentActivity(metadata: MetadataStore, userId: number, options: RecentActivityQuery): Promise<readonly RecentActivity[]> {
  const size = Math.min(MAX_PAGE, Math.max(1, options.pageSize));
  const actions = Object.keys(VIEWED).filter((action) => !options.actions || options.actions.includes(VIEWED[action] as string) || options.actions.includes(action));
  if (actions.length === 0) return [];
  const isOnce = options.distinct !== false;
  const seen = metadata
    .db<Tables>()
    .selectFrom('logs')
    .leftJoin('dashboards', 'dashboards.id', 'logs.dashboard_id')
    .leftJoin('slices', (join) => join.onRef('slices.id', '=', 'logs.slice_id').on('logs.action', '=', 'mount_explorer'))
    .select(['logs.action', 'dashboards.id as dashboard', 'dashboards.dashboard_title', 'dashboards.slug', 'slices.id as slice', 'slices.slice_name'])
    .select(isOnce ? sql<number>`max(logs.dttm)`.as('time') : 'logs.dttm as time')
    .where('logs.user_id', '=', userId)
    .where('logs.action', 'in', actions)
    .where((where) => where.or([where('dashboards.id', 'is not', null), where('slices.id', 'is not', null)]))
    .orderBy('time', 'desc')
    .limit(size)
    .offset(size * Math.max(0, options.page));
  const rows = await (isOnce ? seen.groupBy(['logs.action', 'dashboards.id', 'dashboards.dashboard_title', 'dashboards.slug', 'slices.id', 'slices.slice_name']) : seen).execute();
  return rows.map((row) => {
    const time = Number(row.time);
    const isChart = row.slice !== null;
    return {
      action: VIEWED[row.action] ?? row.action,
      item_type: isChart ? 'slice' : 'dashboard',
      item_url: isChart ? `/explore/?slice_id=${row.slice}` : `/superset/dashboard/${row.slug ?? row.dashboard}/`,
      item_title: (isChart ? row.slice_name : row.dashboard_title) ?? '',
      time,
      time_delta_humanized: humanizeTime(time, options.now),
    };
  });
}
