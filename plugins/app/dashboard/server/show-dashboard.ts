import { auditTime, humanizeTime } from '@orrery/sdk/server';
import type { LoadedDashboard } from './load-dashboard.ts';

/** A user as answers name one. */
export interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** Where a dashboard is opened. */
export function dashboardUrl(id: number, slug: string | null): string {
  return `/superset/dashboard/${slug ?? id}/`;
}

/** The detail of one dashboard (contract §1.4). Pure. */
export function showDashboard({ row, owners, roles, charts }: LoadedDashboard, person: (id: number | null) => Person | null, theme: unknown, now: number): Readonly<Record<string, unknown>> {
  const changedBy = person(row.changed_by_fk);
  const changed = Number(row.changed_on);
  return {
    id: row.id,
    uuid: row.uuid,
    slug: row.slug,
    url: dashboardUrl(row.id, row.slug),
    dashboard_title: row.dashboard_title,
    thumbnail_url: null,
    published: row.published === 1,
    css: row.css,
    theme,
    json_metadata: row.json_metadata,
    position_json: row.position_json,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    changed_by_name: changedBy ? `${changedBy.first_name} ${changedBy.last_name}`.trim() : '',
    changed_by: changedBy,
    changed_on: auditTime(changed),
    created_by: person(row.created_by_fk),
    charts: charts.map(({ slice_name }) => slice_name),
    owners,
    roles,
    tags: [],
    changed_on_delta_humanized: humanizeTime(changed, now),
    created_on_delta_humanized: humanizeTime(Number(row.created_on), now),
    is_managed_externally: row.is_managed_externally === 1,
  };
}
