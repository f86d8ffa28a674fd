import { randomUUID } from 'node:crypto';
import { auditTime } from '@orrery/sdk/server';
import type { MetadataStore } from '@orrery/sdk/server';
import type { DashboardTables } from '../../dashboard/contract.ts';
import type { DatasetTables } from '../../dataset/contract.ts';
import type { ChartRecord, ChartStore, ChartTables } from '../contract.ts';
import { chartFormData, chartUrl } from './chart-form-data.ts';
import { renderMarkdown } from './render-markdown.ts';

const COLUMNS = [
  'id', 'uuid', 'slice_name', 'viz_type', 'datasource_id', 'datasource_type', 'params', 'query_context', 'cache_timeout', 'description', 'changed_on',
] as const;

/** Columns whose type differs by engine come as text from some drivers; the record promises numbers. */
function toRecord(row: Pick<ChartTables['slices'], (typeof COLUMNS)[number]>): ChartRecord {
  return { ...row, changed_on: Number(row.changed_on) };
}

/** Implements the service other plugins read saved charts with. */
export function createChartStore(metadata: MetadataStore): ChartStore {
  const db = () => metadata.db<ChartTables & DashboardTables>();

  return {
    async get(idOrUuid) {
      const id = Number(idOrUuid);
      const query = db().selectFrom('slices').select(COLUMNS);
      const row = await (Number.isInteger(id) ? query.where('id', '=', id) : query.where('uuid', '=', String(idOrUuid))).executeTakeFirst();
      return row && toRecord(row);
    },
    async getMany(ids) {
      if (ids.length === 0) return [];
      return (await db().selectFrom('slices').select(COLUMNS).where('id', 'in', ids).execute()).map(toRecord);
    },
    async create(input) {
      if (input.uuid) {
        const known = await db().selectFrom('slices').select(COLUMNS).where('uuid', '=', input.uuid).executeTakeFirst();
        if (known) return toRecord(known);
      }
      const now = Date.now();
      const owner = input.owners[0] ?? null;
      return metadata.transaction<ChartTables & Pick<DatasetTables, 'tables'>, ChartRecord>(async (transaction) => {
        const dataset = await transaction.selectFrom('tables').select(['schema', 'table_name']).where('id', '=', input.datasource_id).executeTakeFirst();
        const row = await transaction
          .insertInto('slices')
          .values({
            uuid: input.uuid ?? randomUUID(),
            slice_name: input.slice_name,
            viz_type: input.viz_type,
            datasource_id: input.datasource_id,
            datasource_type: 'table',
            datasource_name: dataset ? (dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name) : null,
            params: input.params,
            description: input.description ?? null,
            last_saved_at: now,
            last_saved_by_fk: owner,
            created_on: now,
            changed_on: now,
            created_by_fk: owner,
            changed_by_fk: owner,
          } as ChartTables['slices'])
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        for (const user_id of input.owners) await transaction.insertInto('slice_user').values({ user_id, slice_id: row.id }).execute();
        return toRecord(row);
      });
    },
    async ofDashboard(dashboardId) {
      const rows = await db()
        .selectFrom('dashboard_slices as link')
        .innerJoin('slices as s', 's.id', 'link.slice_id')
        .where('link.dashboard_id', '=', dashboardId)
        .select(['s.id', 's.uuid', 's.slice_name', 's.cache_timeout', 's.changed_on', 's.description', 's.params', 's.viz_type', 's.datasource_id', 's.datasource_type', 's.certified_by', 's.certification_details'])
        .orderBy('s.id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        uuid: row.uuid,
        slice_name: row.slice_name,
        cache_timeout: row.cache_timeout,
        changed_on: auditTime(Number(row.changed_on)),
        description: row.description,
        description_markeddown: renderMarkdown(row.description),
        form_data: chartFormData(row),
        slice_url: chartUrl(row.id),
        certified_by: row.certified_by,
        certification_details: row.certification_details,
        thumbnail_url: null,
      }));
    },
  };
}
