import type { User } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatasetRecord, DatasetService, DatasetTables } from '../../../../app/dataset/contract.ts';
import type { SqlTable } from '../../../sql/contract.ts';
import { QueryError } from '../query-error.ts';
import type { RulesFor } from '../security/row-rules.ts';

/** Looks at the caller's rights on the tables of ad hoc sub-queries. Throws QueryError or HttpError. */
export type CheckInnerTables = (tables: readonly SqlTable[], user: User, dataset: DatasetRecord) => Promise<void>;

const same = (asked: string | null, stored: string | null): boolean => asked === null || stored === null || asked.toLowerCase() === stored.toLowerCase();

/**
 * A table may be read inside a custom expression by those who may read all of it: with a right of their own, and with no
 * row-level security on any dataset over it. Rules are not written into the text, they refuse it.
 */
export function createInnerTables(metadata: MetadataStore, datasets: Pick<DatasetService, 'get' | 'requireAccess'>, rulesFor: RulesFor): CheckInnerTables {
  async function datasetsOver({ catalog, schema, name }: SqlTable, databaseId: number): Promise<readonly DatasetRecord[]> {
    const rows = await metadata.db<DatasetTables>().selectFrom('tables').select(['id', 'catalog', 'schema']).where('database_id', '=', databaseId).where(sql<string>`lower(table_name)`, '=', name.toLowerCase()).execute();
    const found = await Promise.all(rows.filter((row) => same(catalog, row.catalog) && same(schema, row.schema)).map(({ id }) => datasets.get(Number(id))));
    return found.filter((one) => one !== undefined);
  }

  return async (tables, user, dataset) => {
    for (const table of tables) {
      const found = await datasetsOver(table, dataset.database.id);
      // A table without a dataset is asked about as if it had one.
      const asked = found.length > 0 ? found : [{ ...dataset, id: 0, table_name: table.name, schema: table.schema ?? dataset.schema, catalog: table.catalog ?? dataset.catalog, sql: null }];
      for (const one of asked) {
        datasets.requireAccess(user, one);
        if (one.id !== 0 && (await rulesFor(user, one)).length > 0) {
          throw new QueryError(`Custom SQL fields cannot read the table ${table.name} in a sub-query, because row-level security restricts it for you. Use a dataset over it instead.`);
        }
      }
    }
  };
}
