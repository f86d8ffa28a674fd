import type { User } from '@orrery/sdk';
import type { ServerPermissions } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { DatabaseTables } from '../../../database/contract.ts';
import type { AssetFile, ImportContext, ImportTarget } from '../../../import-export/contract.ts';
import type { DatasetTables } from '../../contract.ts';
import { fromFile, objectsOf } from './dataset-file.ts';
import { mergeColumns, mergeMetrics } from './merge-parts.ts';

type Tables = DatasetTables & DatabaseTables;
type Row = Tables['tables'];
type Db = Kysely<Tables>;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const flag = (value: unknown, otherwise: boolean): number => ((typeof value === 'boolean' ? value : otherwise) ? 1 : 0);

/** Writes one dataset with its columns and metrics. */
export async function importDataset(file: AssetFile, target: ImportTarget, context: ImportContext, permissions: ServerPermissions): Promise<number> {
  const { content } = file;
  const db = context.db.as<Tables>();
  const database_id = await context.requireId('databases', String(content['database_uuid']), 'database_uuid');
  const values = {
    table_name: String(content['table_name']),
    catalog: text(content['catalog']),
    schema: text(content['schema']),
    sql: text(content['sql']) || null,
    database_id,
    main_dttm_col: text(content['main_dttm_col']),
    description: text(content['description']),
    default_endpoint: text(content['default_endpoint']),
    offset: (content['offset'] as number | null | undefined) ?? 0,
    cache_timeout: (content['cache_timeout'] as number | null | undefined) ?? null,
    filter_select_enabled: flag(content['filter_select_enabled'], true),
    fetch_values_predicate: text(content['fetch_values_predicate']),
    template_params: fromFile(content['template_params']),
    normalize_columns: flag(content['normalize_columns'], false),
    always_filter_main_dttm: flag(content['always_filter_main_dttm'], false),
    extra: fromFile(content['extra']),
    folders: fromFile(content['folders']),
    params: fromFile(content['params']),
    is_managed_externally: flag(content['is_managed_externally'], false),
    external_url: text(content['external_url']),
    changed_on: context.now,
    changed_by_fk: context.user.id,
  };
  await requireDatabaseAccess(values, db, context, permissions);

  if (target.existingId !== undefined) {
    const id = target.existingId;
    await db.updateTable('tables').set(values as Partial<Row>).where('id', '=', id).execute();
    await addOwner(id, context.user, db);
    await writeParts(id, file, context, { drops: true });
    return id;
  }
  const twin = await sameTable(values, db);
  if (twin !== undefined) return adopt(twin, file, context);
  const row = { ...values, uuid: file.uuid, is_sqllab_view: 0, created_on: context.now, created_by_fk: context.user.id, ...(target.newId === undefined ? {} : { id: target.newId }) };
  const { id } = await db.insertInto('tables').values(row as unknown as Row).returning('id').executeTakeFirstOrThrow();
  await addOwner(id, context.user, db);
  await writeParts(id, file, context, { drops: false });
  return id;
}

/** Who cannot read a table gets no dataset on it by way of a file. */
async function requireDatabaseAccess(values: Pick<Row, 'table_name' | 'catalog' | 'schema' | 'database_id'>, db: Db, context: ImportContext, permissions: ServerPermissions): Promise<void> {
  const database = await db.selectFrom('dbs').select(['id', 'database_name']).where('id', '=', values.database_id).executeTakeFirstOrThrow();
  if (!permissions.canAccessDatasource(context.user, { ...values, id: 0, database })) {
    context.refuse({ _schema: [`You have no access to the table ${values.table_name} of the database ${database.database_name}`] });
  }
}

/** Another dataset on the same physical table: one table has one dataset. */
async function sameTable(values: Pick<Row, 'table_name' | 'catalog' | 'schema' | 'database_id'>, db: Db): Promise<number | undefined> {
  const found = await db
    .selectFrom('tables')
    .select('id')
    .where('database_id', '=', values.database_id)
    .where('table_name', '=', values.table_name)
    .where('schema', values.schema === null ? 'is' : '=', values.schema)
    .where('catalog', values.catalog === null ? 'is' : '=', values.catalog)
    .executeTakeFirst();
  return found?.id;
}

/** Uses a dataset that is here for the one of the file; what the file has more is added when the user may. */
async function adopt(id: number, file: AssetFile, context: ImportContext): Promise<number> {
  const db = context.db.as<Tables>();
  const isOwner = context.user.isAdmin || (await db.selectFrom('sqlatable_user').select('table_id').where('table_id', '=', id).where('user_id', '=', context.user.id ?? -1).executeTakeFirst()) !== undefined;
  context.warn(
    `The dataset ${String(file.content['table_name'])} (id ${id}) is on the same table and was used${isOwner ? '; columns and metrics it lacked were added' : ' as it is, because you do not own it'}.`,
  );
  if (isOwner) await writeParts(id, file, context, { drops: false, onlyAdds: true });
  return id;
}

async function writeParts(id: number, { content }: AssetFile, { db, now, options }: ImportContext, how: { readonly drops: boolean; readonly onlyAdds?: boolean }): Promise<void> {
  const keeps = (option: string): boolean => options[option]?.toLowerCase() === 'false';
  const onlyAdds = how.onlyAdds ?? false;
  await mergeColumns(db.as<Tables>(), id, objectsOf(content['columns']), { now, onlyAdds, drops: how.drops && !keeps('sync_columns') });
  await mergeMetrics(db.as<Tables>(), id, objectsOf(content['metrics']), { now, onlyAdds, drops: how.drops && !keeps('sync_metrics') });
}

async function addOwner(table_id: number, user: User, db: Db): Promise<void> {
  if (user.id === null) return;
  await db.insertInto('sqlatable_user').values({ table_id, user_id: user.id }).onConflict((conflict) => conflict.doNothing()).execute();
}
