import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseService } from '../../../database/contract.ts';
import type { AssetTransfer } from '../../../import-export/contract.ts';
import type { DatasetTables } from '../../contract.ts';
import { sourceColumns } from '../source-columns.ts';
import { datasetFileSchema } from './dataset-file.ts';
import { exportDatasets } from './export-datasets.ts';
import { importDataset } from './import-dataset.ts';
import { readLegacyDatasets } from './legacy-datasets.ts';

/** What of an error a user can act on; never the error of a driver as it is. */
function reason(error: unknown): string {
  if (error instanceof HttpError) {
    const { message } = error.body as { message?: unknown };
    const first = typeof message === 'object' && message !== null ? Object.values(message).flat()[0] : message;
    if (typeof first === 'string') return first;
  }
  return error instanceof ConnectorError ? error.message : 'Its table could not be looked up.';
}

/** How datasets travel in bundles (contract §13). */
export function datasetTransfer(ctx: ServerPluginContext, databases: DatabaseService): AssetTransfer {
  return {
    table: 'tables',
    schema: datasetFileSchema,
    export: exportDatasets,
    async identify(by, db) {
      const query = db.as<DatasetTables>().selectFrom('tables').select(['id', 'uuid']);
      return ('ids' in by ? query.where('id', 'in', [...by.ids]) : query.where('uuid', 'in', [...by.uuids])).execute();
    },
    async mayOverwrite(id, user, db) {
      if (user.isAdmin) return true;
      const owned = await db.as<DatasetTables>().selectFrom('sqlatable_user').select('table_id').where('table_id', '=', id).where('user_id', '=', user.id ?? -1).executeTakeFirst();
      return owned !== undefined;
    },
    import: (file, target, context) => importDataset(file, target, context, ctx.permissions),
    readLegacy: readLegacyDatasets,
    async check(id) {
      const source = await ctx.metadata.db<DatasetTables>().selectFrom('tables').select(['database_id', 'catalog', 'schema', 'table_name', 'sql']).where('id', '=', id).executeTakeFirst();
      if (!source) return [];
      try {
        await sourceColumns(databases, source);
        return [];
      } catch (error) {
        return [reason(error)];
      }
    },
  };
}
