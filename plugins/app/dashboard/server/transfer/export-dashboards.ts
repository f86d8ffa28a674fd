import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatasetService } from '../../../dataset/contract.ts';
import type { ChartTables } from '../../../explore/contract.ts';
import type { ExportContext, ExportedAsset, ExportSelection } from '../../../import-export/contract.ts';
import type { DashboardTables } from '../../contract.ts';
import { listedDashboards } from '../dashboard-access.ts';
import { parseStored } from './dashboard-file.ts';
import { rolesOf } from './dashboard-roles.ts';
import { filterTargets, mapTargets } from './filter-targets.ts';
import { completeLayout } from './layout/complete-layout.ts';
import type { PlacedChart } from './layout/complete-layout.ts';
import { remapMetadata } from './remap-metadata.ts';

/** Dashboards as files, with charts, datasets of filters, and theme. */
export async function exportDashboards(selection: ExportSelection, context: ExportContext, datasets: DatasetService, hasRoleAccess: boolean): Promise<readonly ExportedAsset[]> {
  const db = context.db.as<DashboardTables & ChartTables>();
  const condition = context.isAsked ? listedDashboards(context.user, datasets, hasRoleAccess) : undefined;
  let query = db.selectFrom('dashboards as t').selectAll('t').orderBy('t.id');
  if (selection !== 'all') query = query.where('t.id', 'in', [...selection]);
  if (condition) query = query.where(sql<boolean>`${condition}`);
  const rows = (await query.execute()) as DashboardTables['dashboards'][];
  if (rows.length === 0) return [];

  const placed = await db
    .selectFrom('dashboard_slices as l')
    .innerJoin('slices as s', 's.id', 'l.slice_id')
    .select(['l.dashboard_id', 's.id', 's.uuid', 's.slice_name'])
    .where('l.dashboard_id', 'in', rows.map(({ id }) => id))
    .orderBy('s.id')
    .execute();
  const metadatas = new Map(rows.map((row) => [row.id, parseStored(row.json_metadata) ?? {}]));
  const targeted = [...metadatas.values()].flatMap(filterTargets).flatMap(({ datasetId }) => (typeof datasetId === 'number' ? [datasetId] : []));
  const uuids = await context.uuidsOf('datasets', [...new Set(targeted)]);
  const themes = await context.uuidsOf('themes', rows.flatMap(({ theme_id }) => (theme_id ? [theme_id] : [])));

  // Roles count only with DASHBOARD_RBAC, and older Supersets refuse files that name them.
  const roles = hasRoleAccess ? await rolesOf(db as unknown as Kysely<DashboardTables>, rows.map(({ id }) => id)) : new Map<number, readonly string[]>();

  return rows.map((row) => {
    const charts: readonly PlacedChart[] = placed.filter(({ dashboard_id }) => dashboard_id === row.id);
    // Settings of charts that are gone would not survive an import; they do not begin the journey.
    const metadata = remapMetadata(metadatas.get(row.id) ?? {}, new Map(charts.map(({ id }) => [id, id])));
    const used = filterTargets(metadata).flatMap(({ datasetId }) => (typeof datasetId === 'number' && uuids.has(datasetId) ? [datasetId] : []));
    const theme = row.theme_id ? themes.get(row.theme_id) : undefined;
    return {
      id: row.id,
      uuid: row.uuid,
      file: { name: row.dashboard_title, otherwise: row.id },
      withId: true,
      needs: { charts: charts.map(({ id }) => id), datasets: used, ...(theme ? { themes: [row.theme_id as number] } : {}) },
      content: {
        dashboard_title: row.dashboard_title,
        description: row.description ?? null,
        css: row.css,
        slug: row.slug,
        certified_by: row.certified_by,
        certification_details: row.certification_details,
        published: row.published === 1,
        uuid: row.uuid,
        position: completeLayout(parseStored(row.position_json), row.dashboard_title, charts),
        metadata: mapTargets(metadata, ({ datasetId, ...target }) => {
          const uuid = typeof datasetId === 'number' ? uuids.get(datasetId) : undefined;
          return { ...target, ...(uuid ? { datasetUuid: uuid } : {}) };
        }),
        version: '1.0.0',
        ...(theme ? { theme_uuid: theme } : {}),
        ...(roles.has(row.id) ? { roles: roles.get(row.id) } : {}),
      },
    };
  });
}
