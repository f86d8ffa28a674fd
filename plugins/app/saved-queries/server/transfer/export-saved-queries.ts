import type { DatabaseTables } from '../../../database/contract.ts';
import type { ExportContext, ExportedAsset, ExportSelection } from '../../../import-export/contract.ts';
import type { SavedQueryTables } from '../../contract.ts';

/** Saved queries as files, with the database of each; of what was asked for, only the caller's own, unless Admin exports everything. */
export async function exportSavedQueries(selection: ExportSelection, { user, db, isAsked }: ExportContext): Promise<readonly ExportedAsset[]> {
  let query = db
    .as<SavedQueryTables & DatabaseTables>()
    .selectFrom('saved_query as q')
    .innerJoin('dbs as d', 'd.id', 'q.db_id')
    .selectAll('q')
    .select(['d.id as database_id', 'd.uuid as database_uuid', 'd.database_name'])
    .orderBy('q.id');
  if (selection !== 'all') query = query.where('q.id', 'in', [...selection]);
  // A bundle of everything is a backup when an administrator makes it.
  if (isAsked && !(selection === 'all' && user.isAdmin)) query = query.where('q.created_by_fk', '=', user.id ?? -1);
  return (await query.execute()).map((row) => ({
    id: row.id,
    uuid: row.uuid,
    file: { name: row.label ?? '', otherwise: row.id },
    withId: false,
    folder: [{ name: row.database_name, otherwise: row.database_id }, ...(row.schema ? [{ name: row.schema, otherwise: 'schema' }] : [])],
    needs: { databases: [row.database_id] },
    content: {
      label: row.label,
      schema: row.schema,
      catalog: row.catalog,
      description: row.description,
      sql: row.sql ?? '',
      uuid: row.uuid,
      version: '1.0.0',
      database_uuid: row.database_uuid,
    },
  }));
}
