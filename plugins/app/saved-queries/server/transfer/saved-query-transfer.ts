import type { AssetTransfer } from '../../../import-export/contract.ts';
import type { SavedQueryTables } from '../../contract.ts';
import { exportSavedQueries } from './export-saved-queries.ts';
import { importSavedQuery } from './import-saved-query.ts';

/** How saved queries travel in bundles (contract §13). */
export function savedQueryTransfer(tablesOf: (engine: string, text: string) => Promise<string | null>): AssetTransfer {
  const text = { type: ['string', 'null'] };
  return {
    table: 'saved_query',
    schema: {
      type: 'object',
      required: ['sql', 'uuid', 'version', 'database_uuid'],
      properties: {
        label: { ...text, maxLength: 256 },
        schema: { ...text, maxLength: 128 },
        catalog: { ...text, maxLength: 256 },
        description: text,
        sql: { type: 'string' },
        uuid: { type: 'string', format: 'uuid' },
        version: { const: '1.0.0' },
        database_uuid: { type: 'string', format: 'uuid' },
      },
    },
    export: exportSavedQueries,
    async identify(by, db) {
      const query = db.as<SavedQueryTables>().selectFrom('saved_query').select(['id', 'uuid']);
      return ('ids' in by ? query.where('id', 'in', [...by.ids]) : query.where('uuid', 'in', [...by.uuids])).execute();
    },
    async mayOverwrite(id, user, db) {
      const own = await db.as<SavedQueryTables>().selectFrom('saved_query').select('id').where('id', '=', id).where('created_by_fk', '=', user.id ?? -1).executeTakeFirst();
      return user.isAdmin || own !== undefined;
    },
    import: (file, target, context) => importSavedQuery(file, target, context, tablesOf),
  };
}
