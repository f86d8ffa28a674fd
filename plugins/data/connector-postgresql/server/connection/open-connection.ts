import type { Connection } from '@orrery/sdk/server';
import { admit } from '../admission/admit.ts';
import { readCatalogs, readColumns, readDetails, readFunctionNames, readSchemas, readTables } from '../catalog/read-catalog.ts';
import { describeStatement } from './describe-statement.ts';
import type { OpenedDatabase, PoolRegistry, ServerPool } from './pool-registry.ts';
import { runQuery } from './run-query.ts';

/** A connection to a database; cheap, all connections of a database, or of a caller to it, share its pool. Rejects with ConnectorError. */
export async function openConnection(pools: PoolRegistry, database: OpenedDatabase): Promise<Connection> {
  const main = await pools.get(database);
  const opened = new Set<ServerPool>([main]);
  // A caller's pools do not outlive their use, so they are asked for again.
  const isLasting = database.id === 0 || !database.impersonate;
  const poolOf = async (catalog?: string | null): Promise<ServerPool> => {
    if (!catalog || catalog === main.target.database) return isLasting ? main : pools.get(database);
    const pool = await pools.get(database, catalog);
    opened.add(pool);
    return pool;
  };
  return {
    async execute(sql, options) {
      await admit(sql, options.mode);
      return runQuery(await poolOf(options.catalog), sql, options);
    },
    async describe(sql, options) {
      await admit(sql, 'read');
      return describeStatement(await poolOf(options.catalog), sql, { ...options, mode: 'read' });
    },
    catalogs: async () => readCatalogs(await poolOf()),
    schemas: async (catalog) => readSchemas(await poolOf(catalog)),
    tables: async (schema, catalog) => readTables(await poolOf(catalog), schema),
    columns: async (table) => readColumns(await poolOf(table.catalog), table),
    details: async (table) => readDetails(await poolOf(table.catalog), table),
    functionNames: async () => readFunctionNames(await poolOf()),
    async close() {
      // Stored databases share their pool; one that is being tested has its own.
      if (database.id === 0) await Promise.all([...opened].map((pool) => pool.end()));
    },
  };
}
