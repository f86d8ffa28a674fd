import type { DatabaseTables } from '../../../database/contract.ts';
import type { AssetFile, ImportContext, ImportTarget } from '../../../import-export/contract.ts';
import type { SavedQueryTables } from '../../contract.ts';

/** Writes one saved query; a new one belongs to the importing user. */
export async function importSavedQuery(
  { content, uuid }: AssetFile,
  target: ImportTarget,
  context: ImportContext,
  tablesOf: (engine: string, text: string) => Promise<string | null>,
): Promise<number> {
  const db = context.db.as<SavedQueryTables & DatabaseTables>();
  const db_id = await context.requireId('databases', String(content['database_uuid']), 'database_uuid');
  const { backend } = await db.selectFrom('dbs').select('backend').where('id', '=', db_id).executeTakeFirstOrThrow();
  const text = (name: string): string | null => (content[name] as string | null | undefined) ?? null;
  const values = {
    db_id,
    label: text('label'),
    schema: text('schema'),
    catalog: text('catalog'),
    description: text('description'),
    sql: text('sql'),
    sql_tables: await tablesOf(backend, text('sql') ?? ''),
    changed_on: context.now,
    changed_by_fk: context.user.id,
  };
  if (target.existingId !== undefined) {
    await db.updateTable('saved_query').set(values).where('id', '=', target.existingId).execute();
    return target.existingId;
  }
  const row = { ...values, uuid, created_on: context.now, created_by_fk: context.user.id, ...(target.newId === undefined ? {} : { id: target.newId }) };
  return (await db.insertInto('saved_query').values(row as SavedQueryTables['saved_query']).returning('id').executeTakeFirstOrThrow()).id;
}
