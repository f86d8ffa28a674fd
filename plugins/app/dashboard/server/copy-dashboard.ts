import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { ChartTables } from '../../explore/contract.ts';
import type { DashboardTables } from '../contract.ts';
import { applyMetadata, chartIdsOf, parseField, withUuids } from './dashboard-metadata.ts';
import type { Positions } from './dashboard-metadata.ts';
import type { LoadedDashboard } from './load-dashboard.ts';
import { remapCharts } from './remap-charts.ts';

type Db = Kysely<DashboardTables & ChartTables>;

/** Body of `POST /dashboard/<id>/copy/`. */
export interface CopyInput {
  readonly dashboard_title?: string | null;
  readonly css?: string | null;
  readonly duplicate_slices?: boolean | null;
  /** JSON text with `positions`. */
  readonly json_metadata: string;
}

/** New charts beside the given ones; old id → new id. */
async function cloneCharts(db: Db, ids: readonly number[], userId: number | null, now: number): Promise<ReadonlyMap<number, number>> {
  const clones = new Map<number, number>();
  const rows = ids.length > 0 ? await db.selectFrom('slices').selectAll().where('id', 'in', ids).orderBy('id').execute() : [];
  for (const { id, ...row } of rows) {
    const audit = { created_on: now, changed_on: now, last_saved_at: now, created_by_fk: userId, changed_by_fk: userId, last_saved_by_fk: userId };
    const copy = { ...row, ...audit, uuid: randomUUID(), is_managed_externally: 0, external_url: null } as ChartTables['slices'];
    const created = await db.insertInto('slices').values(copy).returning('id').executeTakeFirstOrThrow();
    if (userId !== null) await db.insertInto('slice_user').values({ user_id: userId, slice_id: created.id }).execute();
    clones.set(id, created.id);
  }
  return clones;
}

/** Copies a dashboard with the metadata given, on wish with copies of its charts (contract §1.4). All or nothing. */
export async function copyDashboard(metadata: MetadataStore, { row }: LoadedDashboard, input: CopyInput, userId: number | null): Promise<{ id: number; last_modified_time: number }> {
  const given = parseField('json_metadata', input.json_metadata);
  const stored = row.position_json ? parseField('position_json', row.position_json) : {};
  const positions = (typeof given['positions'] === 'object' && given['positions'] !== null ? given['positions'] : stored) as Positions;
  // Refuses what is wrong before anything is written.
  applyMetadata({ ...given, positions });
  const now = Date.now();
  const id = await metadata.transaction<DashboardTables & ChartTables, number>(async (db) => {
    const clones = input.duplicate_slices ? await cloneCharts(db, chartIdsOf(positions), userId, now) : new Map<number, number>();
    const change = applyMetadata(remapCharts({ ...given, positions } as JsonObject, clones));
    const { layout, chartIds } = change.positions ?? { layout: positions, chartIds: [] };
    const charts = chartIds.length > 0 ? await db.selectFrom('slices').select(['id', 'uuid']).where('id', 'in', chartIds).execute() : [];
    const copy = {
      uuid: randomUUID(),
      slug: null,
      dashboard_title: input.dashboard_title?.trim() || row.dashboard_title,
      position_json: JSON.stringify(withUuids(layout, new Map(charts.map((chart) => [chart.id, chart.uuid])))),
      json_metadata: change.json_metadata,
      css: input.css === undefined ? row.css : input.css,
      description: row.description ?? null,
      theme_id: row.theme_id,
      published: 0,
      created_on: now,
      changed_on: now,
      created_by_fk: userId,
      changed_by_fk: userId,
    } as DashboardTables['dashboards'];
    const created = await db.insertInto('dashboards').values(copy).returning('id').executeTakeFirstOrThrow();
    for (const chart of charts) await db.insertInto('dashboard_slices').values({ dashboard_id: created.id, slice_id: chart.id }).execute();
    if (userId !== null) await db.insertInto('dashboard_user').values({ dashboard_id: created.id, user_id: userId }).execute();
    return created.id;
  });
  return { id, last_modified_time: Math.floor(now / 1000) };
}
