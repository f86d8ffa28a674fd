import type { JsonObject } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import { auditTime } from '@orrery/sdk/server';
import type { DatabaseTables } from '../../database/contract.ts';
import type { QueryObject, QueryRecord } from '../contract.ts';

type Tables = Pick<DatabaseTables, 'dbs'> & { ab_user: { id: number; first_name: string; last_name: string } };

/** Queries as SQL Lab's calls answer them (contract §10.6), in the order given. */
export async function describeQueries(metadata: MetadataStore, records: readonly QueryRecord[]): Promise<readonly QueryObject[]> {
  if (records.length === 0) return [];
  const db = metadata.db<Tables>();
  const users = records.flatMap((record) => record.user_id ?? []);
  const [databases, people] = await Promise.all([
    db.selectFrom('dbs').select(['id', 'database_name']).where('id', 'in', [...new Set(records.map((record) => record.database_id))]).execute(),
    users.length > 0 ? db.selectFrom('ab_user').select(['id', 'first_name', 'last_name']).where('id', 'in', [...new Set(users)]).execute() : [],
  ]);
  const nameOf = new Map(databases.map((database) => [database.id, database.database_name]));
  const personOf = new Map(people.map((person) => [person.id, `${person.first_name} ${person.last_name}`.trim()]));
  return records.map((record) => ({
    changed_on: auditTime(record.changed_on),
    dbId: record.database_id,
    db: nameOf.get(record.database_id) ?? null,
    endDttm: record.end_time,
    errorMessage: record.error_message,
    executedSql: record.executed_sql,
    id: record.client_id,
    queryId: record.id,
    serverId: record.id,
    limit: record.limit,
    limitingFactor: record.limiting_factor,
    progress: record.progress,
    rows: record.rows,
    catalog: record.catalog,
    schema: record.schema,
    ctas: record.select_as_cta === 1,
    sql: record.sql,
    sqlEditorId: record.sql_editor_id,
    startDttm: record.start_time,
    state: record.status,
    tab: record.tab_name,
    tempSchema: record.tmp_schema_name,
    tempTable: record.tmp_table_name,
    userId: record.user_id,
    user: record.user_id === null ? null : (personOf.get(record.user_id) ?? null),
    resultsKey: record.results_key,
    trackingUrl: record.tracking_url,
    extra: extraOf(record.extra_json),
  }));
}

function extraOf(text: string | null): JsonObject {
  try {
    const extra: unknown = JSON.parse(text ?? '{}');
    return typeof extra === 'object' && extra !== null && !Array.isArray(extra) ? (extra as JsonObject) : {};
  } catch {
    return {};
  }
}
