import type { JsonObject } from '@orrery/sdk';
import type { Kysely } from 'kysely';
import type { ChartTables } from '../../../explore/contract.ts';
import type { AssetFile, ImportContext, ImportTarget } from '../../../import-export/contract.ts';
import type { DashboardTables } from '../../contract.ts';
import { cleanSlug } from '../dashboard-metadata.ts';
import { writeRoles } from './dashboard-roles.ts';
import { replaceFilterBoxes } from './filter-box/replace-filter-boxes.ts';
import { filterTargets, mapTargets } from './filter-targets.ts';
import { chartNodes, withMeta, withoutNodes } from './layout/chart-nodes.ts';
import type { Layout } from './layout/chart-nodes.ts';
import { emptyLayout } from './layout/complete-layout.ts';
import { remapMetadata } from './remap-metadata.ts';

type Tables = DashboardTables & ChartTables;
type Row = Tables['dashboards'];
type Db = Kysely<Tables>;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Writes one dashboard, its layout, metadata and links in terms of the ids here. */
export async function importDashboard({ content, uuid }: AssetFile, target: ImportTarget, context: ImportContext): Promise<number> {
  const db = context.db.as<Tables>();
  const placed = await placeCharts((content['position'] as Layout | null | undefined) ?? emptyLayout(String(content['dashboard_title'])), context);
  const targeted = await retarget(remapMetadata((content['metadata'] as JsonObject | null | undefined) ?? {}, placed.ids), context);
  const { layout, metadata } = await replaceFilterBoxes(placed.layout, targeted, context);
  const values = {
    dashboard_title: String(content['dashboard_title']),
    slug: await freeSlug(text(content['slug']), target.existingId, db, context),
    position_json: JSON.stringify(layout),
    json_metadata: JSON.stringify(metadata),
    css: text(content['css']),
    published: content['published'] === true ? 1 : 0,
    certified_by: text(content['certified_by']),
    certification_details: text(content['certification_details']),
    is_managed_externally: content['is_managed_externally'] === true ? 1 : 0,
    external_url: text(content['external_url']),
    changed_on: context.now,
    changed_by_fk: context.user.id,
  };
  let id = target.existingId;
  if (id === undefined) {
    const row = { ...values, uuid, created_on: context.now, created_by_fk: context.user.id, ...(target.newId === undefined ? {} : { id: target.newId }) };
    ({ id } = await db.insertInto('dashboards').values(row as unknown as Row).returning('id').executeTakeFirstOrThrow());
  } else {
    await db.updateTable('dashboards').set(values).where('id', '=', id).execute();
    await db.deleteFrom('dashboard_slices').where('dashboard_id', '=', id).execute();
  }
  await writeMore(id, content, db, context);
  await writeRoles(id, content['roles'], context);
  const charts = new Set(chartNodes(layout).flatMap(({ chartId }) => (chartId === undefined ? [] : [chartId])));
  for (const slice_id of charts) await db.insertInto('dashboard_slices').values({ dashboard_id: id, slice_id }).execute();
  if (context.user.id !== null) {
    await db.insertInto('dashboard_user').values({ dashboard_id: id, user_id: context.user.id }).onConflict((conflict) => conflict.doNothing()).execute();
  }
  return id;
}

/** The layout with the ids charts have here, and old → new ids. Charts that are nowhere leave the layout: their ids would mean others. */
async function placeCharts(position: Layout, context: ImportContext): Promise<{ readonly layout: Layout; readonly ids: ReadonlyMap<number, number> }> {
  const metas = new Map<string, JsonObject>();
  const gone = new Set<string>();
  const ids = new Map<number, number>();
  for (const { nodeId, meta, chartId, uuid } of chartNodes(position)) {
    const id = uuid === undefined ? undefined : await context.idOf('charts', uuid);
    if (id === undefined) {
      gone.add(nodeId);
      context.warn(`The chart ${JSON.stringify(meta['sliceName'] ?? nodeId)} is not in the bundle and was taken off the dashboard.`);
      continue;
    }
    metas.set(nodeId, { ...meta, chartId: id });
    if (chartId !== undefined) ids.set(chartId, id);
  }
  return { layout: withMeta(withoutNodes(position, gone), metas), ids };
}

/** Filter targets by the ids datasets have here. */
async function retarget(metadata: JsonObject, context: ImportContext): Promise<JsonObject> {
  const ids = new Map<string, number | undefined>();
  for (const { datasetUuid } of filterTargets(metadata)) {
    if (typeof datasetUuid === 'string' && !ids.has(datasetUuid)) ids.set(datasetUuid, await context.idOf('datasets', datasetUuid));
  }
  return mapTargets(metadata, ({ datasetUuid, datasetId: _other, ...target }) => {
    const id = typeof datasetUuid === 'string' ? ids.get(datasetUuid) : undefined;
    if (typeof datasetUuid === 'string' && id === undefined) context.warn(`A filter reads the dataset ${datasetUuid}, which is not in the bundle; choose its dataset again.`);
    return id === undefined ? target : { ...target, datasetId: id };
  });
}

async function freeSlug(slug: string | null, ownId: number | undefined, db: Db, context: ImportContext): Promise<string | null> {
  const wanted = cleanSlug(slug);
  if (wanted === null) return null;
  const taken = await db.selectFrom('dashboards').select('id').where('slug', '=', wanted).executeTakeFirst();
  if (!taken || taken.id === ownId) return wanted;
  context.warn(`Another dashboard has the slug "${wanted}"; this one was imported without.`);
  return null;
}

/** Description and theme, where the table has columns for them. */
async function writeMore(id: number, content: JsonObject, db: Db, context: ImportContext): Promise<void> {
  const row = (await db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as unknown as JsonObject;
  const themeUuid = text(content['theme_uuid']);
  const theme_id = themeUuid === null ? undefined : await context.idOf('themes', themeUuid);
  if (themeUuid !== null && (theme_id === undefined || !('theme_id' in row))) context.warn('The theme of the dashboard is not here; it uses the default theme.');
  const more = {
    ...('description' in row ? { description: text(content['description']) } : {}),
    ...('theme_id' in row ? { theme_id: theme_id ?? null } : {}),
  };
  if (Object.keys(more).length > 0) await db.updateTable('dashboards').set(more as Partial<Row>).where('id', '=', id).execute();
}
