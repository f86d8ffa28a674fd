import type { JsonObject } from '@orrery/sdk';
import type { Connection } from '@orrery/sdk/server';
import { admit } from '../admission/admit.ts';
import { readColumns, readDetails, readFunctionNames, readSchemas, readTables } from '../catalog/read-catalog.ts';
import { describeStatement } from './describe-statement.ts';
import type { PoolRegistry } from './pool-registry.ts';
import { runQuery } from './run-query.ts';

/** A connection to a server; cheap, all connections of a database share its pool. Rejects with ConnectorError. */
export async function openConnection(pools: PoolRegistry, database: { readonly id: number; readonly uuid: string; readonly parameters: JsonObject }): Promise<Connection> {
  const pool = await pools.get(database);
  return {
    async execute(sql, options) {
      await admit(sql, options.mode);
      return runQuery(pool, sql, options);
    },
    async describe(sql, options) {
      await admit(sql, 'read');
      return describeStatement(pool, sql, { ...options, mode: 'read' });
    },
    catalogs: async () => [],
    schemas: () => readSchemas(pool),
    tables: (schema) => readTables(pool, schema),
    columns: (table) => readColumns(pool, table),
    details: (table) => readDetails(pool, table),
    functionNames: () => readFunctionNames(pool),
    async close() {
      // Stored databases share their pool; one that is being tested has its own.
      if (database.id === 0) await pool.end();
    },
  };
}
