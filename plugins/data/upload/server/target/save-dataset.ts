import type { User } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import type { DatasetService, DatasetTables } from '../../../../app/dataset/contract.ts';
import type { UploadTarget } from '../form/read-options.ts';

/** Creates the dataset over an uploaded table, or brings the one that is there in line with it. Answers its id. */
export async function saveDataset(metadata: MetadataStore, datasets: DatasetService, databaseId: number, target: UploadTarget, user: User): Promise<number> {
  const known = await metadata
    .db<DatasetTables>()
    .selectFrom('tables')
    .select('id')
    .where('database_id', '=', databaseId)
    .where('table_name', '=', target.table)
    .where('schema', target.schema === null ? 'is' : '=', target.schema)
    .where('sql', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (known) {
    await datasets.refresh(known.id, user.id, user);
    return known.id;
  }
  const { id } = await datasets.create({ database_id: databaseId, schema: target.schema, table_name: target.table, owners: user.id === null ? [] : [user.id], caller: user });
  return id;
}
