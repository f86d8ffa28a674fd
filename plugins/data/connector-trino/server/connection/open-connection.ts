import type { Connection } from '@orrery/sdk/server';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import { admit } from '../admission/admit.ts';
import { readCatalogs, readColumns, readDetails, readFunctionNames, readSchemas, readTables, requireCatalog } from '../catalog/read-catalog.ts';
import { runQuery } from './run-query.ts';
import type { OpenedDatabase, ServerRegistry } from './server-registry.ts';

/** A connection to a cluster; cheap, all connections of a database share its sockets. Rejects with ConnectorError. */
export async function openConnection(servers: ServerRegistry, analysis: SqlAnalysis, database: OpenedDatabase): Promise<Connection> {
  const server = servers.get(database);
  const isTried = database.id === 0;
  if (isTried) {
    await requireCatalog(server).catch((error: unknown) => {
      server.end();
      throw error;
    });
  }
  return {
    async execute(sql, options) {
      const { text } = await admit(analysis, sql, options.mode);
      return runQuery(server, text, options);
    },
    async describe(sql, options) {
      const { text } = await admit(analysis, sql, 'read');
      // Planned, and answered without reading a row.
      const { columns, batches } = await runQuery(server, `SELECT * FROM (\n${text}\n) AS described\nLIMIT 0`, { ...options, mode: 'read' });
      for await (const batch of batches) if (batch.rowCount > 0) break;
      return columns;
    },
    catalogs: () => readCatalogs(server),
    schemas: (catalog) => readSchemas(server, catalog),
    tables: (schema, catalog) => readTables(server, schema, catalog),
    columns: (table) => readColumns(server, table),
    details: (table) => readDetails(server, table),
    functionNames: () => readFunctionNames(server),
    async close() {
      // Stored databases share their sockets; one that is being tested has its own.
      if (isTried) server.end();
    },
  };
}
