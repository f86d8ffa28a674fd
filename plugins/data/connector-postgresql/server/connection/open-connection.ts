import type { JsonObject } from '@orrery/sdk';
import type { Connection } from '@orrery/sdk/server';
import { admit } from '../admission/admit.ts';
import { readCatalogs, readColumns, readDetails, readFunctionNames, readSchemas, readTables } from '../catalog/read-catalog.ts';
import { describeStatement } from './describe-statement.ts';
import type { PoolRegistry, ServerPool } from './pool-registry.ts';
import { runQuery } from './run-query.ts';

/** A connection to a database; cheap, all connections of a database share its pool. Rejects with ConnectorError. */
export async function openConnection(pools: PoolRegistry, database: { readonly id: number; readonly uuid: string; readonly parameters: JsonObject }): Promise<Connection> {
  const main = await pools.get(database);
  const opened = new Set<ServerPool>([main]);
  const poolOf = async (catalog: string | null | undefined): Promise<ServerPool> => {
    if (!catalog || catalog === main.target.database) return main;
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
    catalogs: () => readCatalogs(main),
    schemas: async (catalog) => readSchemas(await poolOf(catalog)),
    tables: async (schema, catalog) => readTables(await poolOf(catalog), schema),
    columns: async (table) => readColumns(await poolOf(table.catalog), table),
    details: async (table) => readDetails(await poolOf(table.catalog), table),
    functionNames: () => readFunctionNames(main),
    async close() {
      // Stored databases share their pool; one that is being tested has its own.
      if (database.id === 0) await Promise.all([...opened].map((pool) => pool.end()));
    },
  };
}
