import type { Connection } from '@orrery/sdk/server';
import { admit } from '../admission/admit.ts';
import { readColumns, readDetails, readFunctionNames, readSchemas, readTables } from '../catalog/read-catalog.ts';
import { describeStatement } from './describe-statement.ts';
import type { OpenedDatabase, PoolRegistry, ServerPool } from './pool-registry.ts';
import { runQuery } from './run-query.ts';

/** A connection to a server; cheap, all connections of a database, or of a caller to it, share its pool. Rejects with ConnectorError. */
export async function openConnection(pools: PoolRegistry, database: OpenedDatabase): Promise<Connection> {
  const main = await pools.get(database);
  // A caller's pool does not outlive its use, so it is asked for again.
  const poolOf = async (): Promise<ServerPool> => (database.id === 0 || !database.impersonate ? main : pools.get(database));
  return {
    async execute(sql, options) {
      await admit(sql, options.mode);
      return runQuery(await poolOf(), sql, options);
    },
    async describe(sql, options) {
      await admit(sql, 'read');
      return describeStatement(await poolOf(), sql, { ...options, mode: 'read' });
    },
    catalogs: async () => [],
    schemas: async () => readSchemas(await poolOf()),
    tables: async (schema) => readTables(await poolOf(), schema),
    columns: async (table) => readColumns(await poolOf(), table),
    details: async (table) => readDetails(await poolOf(), table),
    functionNames: async () => readFunctionNames(await poolOf()),
    async close() {
      // Stored databases share their pool; one that is being tested has its own.
      if (database.id === 0) await main.end();
    },
  };
}
