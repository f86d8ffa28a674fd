import type { User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseService, DatabaseTables } from '../../../../app/database/contract.ts';
import type { UploadTarget } from '../form/read-options.ts';
import { uploadError } from '../upload-error.ts';

type Row = Pick<DatabaseTables['dbs'], 'id' | 'database_name' | 'backend' | 'allow_file_upload' | 'extra'>;

function allowedSchemas(extra: string | null): readonly string[] {
  try {
    const named = (JSON.parse(extra ?? '{}') as { schemas_allowed_for_file_upload?: unknown }).schemas_allowed_for_file_upload;
    return Array.isArray(named) ? named.map(String) : [];
  } catch {
    return [];
  }
}

/** The database a file may go to; HttpError 404 when the caller sees none, 403 or 422 when files may not go there (contract §1.5). */
export async function allowedTarget(ctx: ServerPluginContext, databases: DatabaseService, user: User, pk: string | undefined, target: UploadTarget): Promise<{ readonly id: number }> {
  const row: Row | undefined = /^\d{1,9}$/.test(pk ?? '')
    ? await ctx.metadata.db<DatabaseTables>().selectFrom('dbs').select(['id', 'database_name', 'backend', 'allow_file_upload', 'extra']).where('id', '=', Number(pk)).executeTakeFirst()
    : undefined;
  const table = { id: 0, table_name: target.table, schema: target.schema, catalog: null };
  if (!row || !ctx.permissions.canAccessDatasource(user, { ...table, database: row })) throw new HttpError(404, 'Not found');
  const schemas = allowedSchemas(row.extra);
  if (row.allow_file_upload !== 1) throw new HttpError(403, `File upload is not enabled for the database "${row.database_name}". Allow it in the settings of the database.`);
  if (schemas.length > 0 && (target.schema === null || !schemas.includes(target.schema))) {
    throw new HttpError(403, `Files can be uploaded to these schemas of "${row.database_name}" only: ${schemas.join(', ')}.`);
  }
  if (!databases.engine(row.backend)?.supportsUpload) throw uploadError(`File upload is not supported for ${databases.engine(row.backend)?.title ?? row.backend} databases.`);
  return row;
}
