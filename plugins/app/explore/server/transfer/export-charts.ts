import { sql } from 'kysely';
import type { DatasetService, DatasetTables } from '../../../dataset/contract.ts';
import type { ExportContext, ExportedAsset, ExportSelection } from '../../../import-export/contract.ts';
import type { ChartTables } from '../../contract.ts';
import { parseObject } from '../chart-form-data.ts';
import { relinkParams, relinkQueryContext } from './relink-chart.ts';
import type { ChartLinks } from './relink-chart.ts';

/** Charts as files, with the dataset each needs. Charts whose dataset is gone have nothing to be imported onto and are left out. */
export async function exportCharts(selection: ExportSelection, { user, db, isAsked }: ExportContext, datasets: DatasetService): Promise<readonly ExportedAsset[]> {
  const condition = isAsked ? datasets.accessCondition(user, 'd') : undefined;
  let query = db
    .as<ChartTables & DatasetTables>()
    .selectFrom('slices as t')
    .innerJoin('tables as d', 'd.id', 't.datasource_id')
    .selectAll('t')
    .select('d.uuid as dataset_uuid')
    .orderBy('t.id');
  if (selection !== 'all') query = query.where('t.id', 'in', [...selection]);
  if (condition) query = query.where(sql<boolean>`${condition}`);
  return (await query.execute()).map((row) => exported(row, { datasetId: row.datasource_id, chartId: row.id, dropsLayers: false }));
}

function exported(row: ChartTables['slices'] & { readonly dataset_uuid: string }, links: ChartLinks): ExportedAsset {
  return {
    id: row.id,
    uuid: row.uuid,
    file: { name: row.slice_name, otherwise: row.id },
    withId: true,
    needs: { datasets: [row.datasource_id] },
    content: {
      slice_name: row.slice_name,
      description: row.description,
      certified_by: row.certified_by,
      certification_details: row.certification_details,
      viz_type: row.viz_type,
      params: relinkParams(parseObject(row.params), links),
      query_context: row.query_context ? (relinkQueryContext(row.query_context, links) ?? null) : null,
      cache_timeout: row.cache_timeout,
      uuid: row.uuid,
      version: '1.0.0',
      dataset_uuid: row.dataset_uuid,
    },
  };
}
