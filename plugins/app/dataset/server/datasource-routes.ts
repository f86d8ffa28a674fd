import type { User } from '@orrery/sdk';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { RouteDefinition, SqlDialect } from '@orrery/sdk/server';
import type { DatabaseService } from '../../database/contract.ts';
import type { DatasetRecord, DatasetService } from '../contract.ts';

/** Most values answered for one column (contract §1.3, FILTER_SELECT_ROW_LIMIT). */
const VALUES_LIMIT = 10_000;
const VALUES_TIMEOUT_MS = 60_000;

/** SELECT of a column's distinct values; undefined when the dataset has no such column. Pure. */
export function valuesSql(dataset: DatasetRecord, columnName: string, dialect: SqlDialect): string | undefined {
  const column = dataset.columns.find(({ column_name }) => column_name === columnName);
  if (!column) return undefined;
  const expression = column.expression ? `(${column.expression})` : dialect.identifier(columnName);
  const from = dataset.sql
    ? `(${dataset.sql.trim().replace(/;\s*$/, '')}\n) AS virtual_table`
    : dialect.qualify({ catalog: dataset.catalog, schema: dataset.schema, name: dataset.table_name });
  const where = dataset.fetch_values_predicate ? ` WHERE (${dataset.fetch_values_predicate}\n)` : '';
  return dialect.limit(`SELECT DISTINCT ${expression} AS column_values FROM ${from}${where}`, VALUES_LIMIT, 0);
}

/** Routes around datasets outside `/api/v1/dataset` (contract §1.3). */
export function datasourceRoutes(databases: DatabaseService, datasets: DatasetService): readonly RouteDefinition[] {
  async function readable(user: User, id: string | undefined): Promise<DatasetRecord> {
    const dataset = await datasets.get(id ?? '');
    if (!dataset) throw new HttpError(404, 'Datasource does not exist');
    datasets.requireAccess(user, dataset);
    return dataset;
  }

  async function values(dataset: DatasetRecord, name: string, signal: AbortSignal): Promise<readonly unknown[]> {
    const { connection, dialect } = await databases.connect(dataset.database.id);
    try {
      const statement = valuesSql(dataset, name, dialect);
      if (!statement) throw new HttpError(400, `Unable to get column values for column: ${name}`);
      const execution = await connection.execute(statement, {
        mode: 'read',
        maxRows: VALUES_LIMIT,
        timeoutMs: VALUES_TIMEOUT_MS,
        signal,
        catalog: dataset.catalog,
        schema: dataset.schema,
      });
      const found: unknown[] = [];
      for await (const batch of execution.batches) found.push(...(batch.columns[0] ?? []));
      return found;
    } finally {
      await connection.close();
    }
  }

  return [
    {
      method: 'GET',
      path: '/api/v1/datasource/:type/:id/column/:name/values/',
      permission: ['can_get_column_values', 'Datasource'],
      async handler({ params, user, signal }) {
        if (params['type'] !== 'table') throw new HttpError(400, `Invalid datasource type: ${params['type'] ?? ''}`);
        const dataset = await readable(user, params['id']);
        const name = params['name'] ?? '';
        try {
          return { result: await values(dataset, name, signal) };
        } catch (error) {
          if (error instanceof ConnectorError) throw new HttpError(400, `Unable to get column values for column: ${name}`, error);
          throw error;
        }
      },
    },
  ];
}
