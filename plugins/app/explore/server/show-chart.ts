import { humanizeTime } from '@orrery/sdk/server';
import type { ResourceContext, StoredRow } from '@orrery/sdk/server';
import { chartUrl } from './chart-form-data.ts';

/** The fixed detail of one chart (contract §1.1). */
export async function showChart(row: StoredRow, { db, now }: ResourceContext): Promise<unknown> {
  const id = Number(row['id']);
  const owners = await db
    .selectFrom('slice_user as link')
    .innerJoin('ab_user as u', 'u.id', 'link.user_id')
    .select(['u.id as id', 'u.first_name as first_name', 'u.last_name as last_name'])
    .where('link.slice_id', '=', id)
    .orderBy('u.id')
    .execute();
  const dashboards = await db
    .selectFrom('dashboard_slices as link')
    .innerJoin('dashboards as d', 'd.id', 'link.dashboard_id')
    .select(['d.id as id', 'd.dashboard_title as dashboard_title', 'd.json_metadata as json_metadata'])
    .where('link.slice_id', '=', id)
    .orderBy('d.id')
    .execute();
  const dataset = await db.selectFrom('tables').select(['uuid', 'schema', 'table_name']).where('id', '=', Number(row['datasource_id'])).executeTakeFirst();
  const name = dataset ? (dataset['schema'] ? `${dataset['schema']}.${dataset['table_name']}` : dataset['table_name']) : row['datasource_name'];
  return {
    id,
    uuid: row['uuid'],
    url: chartUrl(id),
    // Text on the wire, as clients of the contract expect.
    cache_timeout: row['cache_timeout'] === null || row['cache_timeout'] === undefined ? null : String(row['cache_timeout']),
    certified_by: row['certified_by'],
    certification_details: row['certification_details'],
    changed_on_delta_humanized: humanizeTime(Number(row['changed_on']), now),
    description: row['description'],
    params: row['params'],
    slice_name: row['slice_name'],
    thumbnail_url: null,
    viz_type: row['viz_type'],
    query_context: row['query_context'],
    is_managed_externally: row['is_managed_externally'] === 1,
    tags: [],
    owners,
    dashboards,
    datasource_id: row['datasource_id'],
    datasource_name_text: name,
    datasource_type: row['datasource_type'],
    datasource_url: `/explore/?datasource_type=${row['datasource_type']}&datasource_id=${row['datasource_id']}`,
    datasource_uuid: dataset?.['uuid'] ?? null,
  };
}
