import type { JsonObject } from '@orrery/sdk';
import type { DatasetTables } from '../../../dataset/contract.ts';
import type { AssetFile, ImportContext, ImportTarget } from '../../../import-export/contract.ts';
import type { ChartTables } from '../../contract.ts';
import { convertChart } from './convert/convert-chart.ts';
import { listOf } from './convert/form-data.ts';
import { keepFormulas, relinkParams, relinkQueryContext } from './relink-chart.ts';

type Row = ChartTables['slices'];

/** Writes one chart, converted when its type is of old, pointing at its dataset here. */
export async function importChart({ content, uuid }: AssetFile, target: ImportTarget, context: ImportContext): Promise<number> {
  const db = context.db.as<ChartTables & DatasetTables>();
  const datasetId = await context.requireId('datasets', String(content['dataset_uuid']), 'dataset_uuid');
  const dataset = await db.selectFrom('tables').select('table_name').where('id', '=', datasetId).executeTakeFirstOrThrow();
  const given = (content['params'] as JsonObject | null | undefined) ?? {};
  const converted = convertChart(String(content['viz_type']), given);
  const vizType = converted?.vizType ?? String(content['viz_type']);
  if (converted) context.warn(`The chart was of the old type ${String(content['viz_type'])} and is now ${vizType}; look whether it still shows what you mean.`);
  const layers = listOf(given['annotation_layers']);
  if (keepFormulas(layers).length < layers.length) context.warn('Annotation layers that read other charts or annotations were left out; formulas were kept.');

  const values = {
    slice_name: String(content['slice_name']),
    viz_type: vizType,
    datasource_id: datasetId,
    datasource_type: 'table',
    datasource_name: dataset.table_name,
    description: (content['description'] as string | null | undefined) ?? null,
    cache_timeout: (content['cache_timeout'] as number | null | undefined) ?? null,
    certified_by: (content['certified_by'] as string | null | undefined) ?? null,
    certification_details: (content['certification_details'] as string | null | undefined) ?? null,
    is_managed_externally: content['is_managed_externally'] === true ? 1 : 0,
    external_url: (content['external_url'] as string | null | undefined) ?? null,
    last_saved_at: context.now,
    last_saved_by_fk: context.user.id,
    changed_on: context.now,
    changed_by_fk: context.user.id,
  };
  let id = target.existingId;
  if (id === undefined) {
    const row = { ...values, params: '{}', uuid, created_on: context.now, created_by_fk: context.user.id, ...(target.newId === undefined ? {} : { id: target.newId }) };
    ({ id } = await db.insertInto('slices').values(row as unknown as Row).returning('id').executeTakeFirstOrThrow());
  }
  const links = { datasetId, chartId: id, dropsLayers: true };
  // The query of a converted chart is not that of the old one: the page writes a new one when the chart is next opened.
  const saved = converted ? undefined : (content['query_context'] as string | null | undefined);
  const query_context = saved ? relinkQueryContext(saved, links) : undefined;
  if (saved && query_context === undefined) context.warn('The saved query_context is no JSON and was left out.');
  await db
    .updateTable('slices')
    .set({ ...values, params: JSON.stringify(relinkParams(converted?.params ?? given, links)), query_context: query_context ?? null })
    .where('id', '=', id)
    .execute();
  if (context.user.id !== null) {
    await db.insertInto('slice_user').values({ slice_id: id, user_id: context.user.id }).onConflict((conflict) => conflict.doNothing()).execute();
  }
  return id;
}
