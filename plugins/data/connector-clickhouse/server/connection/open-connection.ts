import type { Connection } from '@orrery/sdk/server';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import { DISALLOWED_SQL_FUNCTIONS } from '../../../sql/contract.ts';
import { admit } from '../admission/admit.ts';
import { describeSelect, readColumns, readDetails, readFunctionNames, readSchemas, readTables } from '../catalog/read-catalog.ts';
import { runCommand, runQuery } from './run-query.ts';
import type { OpenedDatabase, ServerRegistry } from './server-registry.ts';

const DENIED = DISALLOWED_SQL_FUNCTIONS['clickhouse'] ?? [];

/** A connection to a server; cheap, all connections of a database share its clients. Rejects with ConnectorError. */
export async function openConnection(servers: ServerRegistry, analysis: SqlAnalysis, database: OpenedDatabase): Promise<Connection> {
  const server = await servers.get(database);
  return {
    async execute(sql, options) {
      const { text, isSelect } = await admit(analysis, sql, options.mode);
      return isSelect || options.mode === 'read' ? runQuery(server, text, options) : runCommand(server, text, options);
    },
    async describe(sql, options) {
      return describeSelect(server, (await admit(analysis, sql, 'read')).text, options);
    },
    catalogs: async () => [],
    schemas: () => readSchemas(server),
    tables: (schema) => readTables(server, schema),
    columns: (table) => readColumns(server, table),
    details: (table) => readDetails(server, table),
    async functionNames() {
      const isDenied = (name: string): boolean => DENIED.some((one) => (one.endsWith('*') ? name.toLowerCase().startsWith(one.slice(0, -1)) : name.toLowerCase() === one));
      return (await readFunctionNames(server)).filter((name) => !isDenied(name));
    },
    async close() {
      // Stored databases share their clients; one that is being tested has its own.
      if (database.id === 0) await server.end();
    },
  };
}
