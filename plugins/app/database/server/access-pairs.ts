import type { PermissionPair } from '@orrery/sdk';
import type { Connection } from '@orrery/sdk/server';

/** Longest subject of a pair the permission tables hold. */
const MAX_SUBJECT = 250;

/** Pairs of a database's catalogs and schemas, as its engine names them now (contract §0.3). Rejects as the connection does. */
export async function schemaPairs(databaseName: string, hasCatalogs: boolean, connection: Connection): Promise<readonly PermissionPair[]> {
  const name = `[${databaseName}]`;
  const pairs: PermissionPair[] = [];
  if (hasCatalogs) {
    for (const catalog of await connection.catalogs()) {
      pairs.push(['catalog_access', `${name}.[${catalog}]`]);
      for (const schema of await connection.schemas(catalog)) pairs.push(['schema_access', `${name}.[${catalog}].[${schema}]`]);
    }
  } else {
    for (const schema of await connection.schemas()) pairs.push(['schema_access', `${name}.[${schema}]`]);
  }
  return pairs.filter(([, subject]) => subject.length <= MAX_SUBJECT);
}

/** The pair of a whole database. */
export function databasePair(id: number, databaseName: string): PermissionPair {
  return ['database_access', `[${databaseName}].(id:${id})`];
}

/** Pairs nobody holds yet, as they are declared. */
export function ungranted(pairs: readonly PermissionPair[]): { pair: PermissionPair; roles: [] }[] {
  return pairs.map((pair) => ({ pair, roles: [] }));
}
