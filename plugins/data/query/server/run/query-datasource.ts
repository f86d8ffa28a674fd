import { createHash } from 'node:crypto';
import type { Dataset, User } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { MetadataStore, ResultColumn } from '@orrery/sdk/server';
import type { DatabaseService } from '../../../../app/database/contract.ts';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import { SqlError } from '../../../sql/contract.ts';
import type { TemplateService } from '../../contract.ts';
import type { CheckInnerTables } from '../admission/inner-tables.ts';
import { isObject } from '../context/problems.ts';
import { rememberFor } from './remember-for.ts';

/** What of a query of SQL Lab, run or saved, makes it a source of charts. The plugins that keep them may be absent. */
interface StoredQuery {
  readonly id: number;
  readonly uuid: string;
  readonly databaseId: number;
  readonly name: string;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly templateParams: string | null;
  readonly changedOn: number;
}

interface Tables {
  query: { id: number; uuid: string; database_id: number; client_id: string; tab_name: string | null; catalog: string | null; schema: string | null; sql: string; select_sql: string | null; select_as_cta_used: number; changed_on: number };
  saved_query: { id: number; uuid: string; db_id: number | null; label: string | null; catalog: string | null; schema: string | null; sql: string | null; template_parameters: string | null; changed_on: number };
}

/** Kinds of queries charts may stand on (contract §3.1). */
export type QueryDatasourceType = 'query' | 'saved_query';

/** Reads a query as the virtual dataset it is. */
export interface QueryDatasources {
  /** undefined: there is no such query. Rejects with HttpError when the caller may not read what it reads, or nobody can tell what that is. */
  readable(type: QueryDatasourceType, id: number | string, user: User): Promise<DatasetRecord | undefined>;
}

/** What they are read with. */
export interface QueryDatasourceDeps {
  readonly metadata: MetadataStore;
  readonly databases: Pick<DatabaseService, 'get' | 'connect'>;
  /** Without it nobody can tell which tables a query reads, and queries are no sources of charts. */
  readonly analysis: SqlAnalysis | undefined;
  readonly templates: TemplateService;
  readonly checkTables: CheckInnerTables;
  readonly now?: () => number;
}

/** Columns of a query seldom change; asking costs the database a plan. */
const COLUMNS_MS = 60_000;
const DESCRIBE_MS = 10_000;

function toColumn({ name, type, generic }: ResultColumn, at: number): Dataset['columns'][number] {
  return { id: at + 1, column_name: name, groupby: true, filterable: true, is_dttm: generic === GenericType.Temporal, type, type_generic: generic };
}

async function storedQuery(metadata: MetadataStore, type: QueryDatasourceType, id: number | string): Promise<StoredQuery | undefined> {
  const db = metadata.db<Tables>();
  try {
    if (type === 'query') {
      const all = db.selectFrom('query').selectAll();
      const row = await (typeof id === 'number' ? all.where('id', '=', id) : all.where('uuid', '=', id)).executeTakeFirst();
      const sql = row && row.select_as_cta_used === 1 && row.select_sql ? row.select_sql : row?.sql;
      return row && sql ? { id: row.id, uuid: row.uuid, databaseId: row.database_id, name: row.tab_name ?? row.client_id, catalog: row.catalog, schema: row.schema, sql, templateParams: null, changedOn: Number(row.changed_on) } : undefined;
    }
    const all = db.selectFrom('saved_query').selectAll();
    const row = await (typeof id === 'number' ? all.where('id', '=', id) : all.where('uuid', '=', id)).executeTakeFirst();
    if (!row?.sql || row.db_id === null) return undefined;
    return { id: row.id, uuid: row.uuid, databaseId: row.db_id, name: row.label ?? `saved_query ${row.id}`, catalog: row.catalog, schema: row.schema, sql: row.sql, templateParams: row.template_parameters, changedOn: Number(row.changed_on) };
  } catch {
    // The table comes with its plugin.
    return undefined;
  }
}

function parametersOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Queries of SQL Lab as sources of charts. Who asks needs the right to every table the query reads, and no row-level
 * security may stand on them: rules are kept with datasets and are not written into other people's SQL.
 */
export function createQueryDatasources({ metadata, databases, analysis, templates, checkTables, now = Date.now }: QueryDatasourceDeps): QueryDatasources {
  const columnsOf = rememberFor(
    COLUMNS_MS,
    async (key: string): Promise<Dataset['columns']> => {
      const [databaseId, catalog, schema, sql, caller] = JSON.parse(key) as [number, string | null, string | null, string, Pick<User, 'username' | 'isAnonymous'>];
      const { connection } = await databases.connect(databaseId, caller);
      const columns = await connection.describe(sql, { signal: AbortSignal.timeout(DESCRIBE_MS), timeoutMs: DESCRIBE_MS, maxRows: 1, mode: 'read', catalog, schema });
      return columns.map(toColumn);
    },
    now,
  );

  async function readTables(sql: string, backend: string, user: User, dataset: DatasetRecord): Promise<void> {
    if (!analysis) throw new HttpError(422, 'Charts on queries need the plugin "sql", which reads what a query reads. Enable it, or save the query as a dataset.');
    try {
      const statements = await analysis.statements(backend, sql);
      const [statement] = statements;
      if (!statement || statements.length > 1 || !statement.isSelect) throw new HttpError(400, 'Error: Only a query of one SELECT statement can be the source of a chart.');
      await checkTables(statement.tables, user, dataset);
    } catch (error) {
      throw error instanceof SqlError ? new HttpError(400, `Error: The query cannot be read: ${error.message}`, error) : error;
    }
  }

  return {
    async readable(type, id, user) {
      const query = await storedQuery(metadata, type, id);
      const database = query && (await databases.get(query.databaseId));
      if (!query || !database) return undefined;
      const { dialect } = await databases.connect(database.id, user);
      const bare: DatasetRecord = {
        // Never that of a dataset: rules and generations are kept by it.
        id: -(query.id * 2 + (type === 'query' ? 0 : 1)),
        uuid: createHash('md5').update(`${type} ${query.uuid}`).digest('hex'),
        table_name: query.name,
        catalog: query.catalog,
        schema: query.schema,
        sql: query.sql,
        main_dttm_col: null,
        offset: 0,
        cache_timeout: null,
        always_filter_main_dttm: false,
        fetch_values_predicate: null,
        template_params: query.templateParams,
        database,
        columns: [],
        metrics: [],
        changed_on: query.changedOn,
      };
      const { text } = await templates.render(query.sql, { user, dialect, dataset: bare, variables: parametersOf(query.templateParams) });
      const sql = text.trim().replace(/(?:;\s*)+$/, '');
      await readTables(sql, database.backend, user, bare);
      const columns = await columnsOf(JSON.stringify([database.id, query.catalog, query.schema, sql, { username: user.username, isAnonymous: user.isAnonymous }]));
      return { ...bare, columns, main_dttm_col: columns.find(({ is_dttm: isTime }) => isTime)?.column_name ?? null };
    },
  };
}
