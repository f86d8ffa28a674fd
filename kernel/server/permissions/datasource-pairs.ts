import type { PermissionPair } from '@orrery/sdk';
import type { ServerPermissions } from '@orrery/sdk/server';

/** Every pair that opens a dataset's data, from the widest to the narrowest (contract §0.3). */
export function datasourcePairs(dataset: Parameters<ServerPermissions['canAccessDatasource']>[1]): readonly PermissionPair[] {
  const { id, table_name: table, schema, catalog, database } = dataset;
  const name = `[${database.database_name}]`;
  const pairs: PermissionPair[] = [
    ['all_datasource_access', 'all_datasource_access'],
    ['all_database_access', 'all_database_access'],
    ['database_access', `${name}.(id:${database.id})`],
  ];
  if (catalog) pairs.push(['catalog_access', `${name}.[${catalog}]`]);
  if (schema) pairs.push(['schema_access', `${name}.[${schema}]`]);
  if (schema && catalog) pairs.push(['schema_access', `${name}.[${catalog}].[${schema}]`]);
  pairs.push(['datasource_access', `${name}.[${table}](id:${id})`]);
  return pairs;
}
