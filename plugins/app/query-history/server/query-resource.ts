import type { User } from '@orrery/sdk';
import { userRelation } from '@orrery/sdk/server';
import type { ResourceDefinition, ResourceField, RouteDefinition } from '@orrery/sdk/server';
import { sql } from 'kysely';

const texts = ['client_id', 'executed_sql', 'error_message', 'limiting_factor', 'catalog', 'schema', 'sql', 'select_sql', 'sql_editor_id', 'status', 'tab_name', 'tmp_schema_name', 'tmp_table_name', 'tracking_url', 'results_key'] as const;
const numbers = ['id', 'limit', 'progress', 'rows', 'start_time', 'start_running_time', 'end_time', 'end_result_backend_time'] as const;
const fieldsOf = (names: readonly string[], field: ResourceField): Record<string, ResourceField> => Object.fromEntries(names.map((name) => [name, field]));

function tablesOf(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : [];
  } catch {
    return [];
  }
}

/** REST resource `query` (contract §1.6): read only. */
export function queryResource(seesAll: (user: User) => boolean, routes: readonly RouteDefinition[]): ResourceDefinition {
  return {
    name: 'query',
    view: 'Query',
    noun: ['query', 'queries'],
    table: 'query',
    audit: false,
    fields: {
      ...fieldsOf(texts, { kind: 'text' }),
      ...fieldsOf(numbers, { kind: 'integer' }),
      uuid: { kind: 'uuid' },
      changed_on: { kind: 'datetime' },
      select_as_cta: { kind: 'boolean' },
      select_as_cta_used: { kind: 'boolean' },
      database: { relation: 'one', table: 'dbs', localColumn: 'database_id', columns: { id: 'id', database_name: 'database_name' }, text: ['database_name'] },
      user: userRelation('user_id'),
      sql_tables: { needs: ['sql_tables'], compute: (row) => tablesOf(row['sql_tables']) },
    },
    listColumns: [
      'id', 'changed_on', 'client_id', 'database.id', 'database.database_name', 'executed_sql', 'error_message', 'limit', 'limiting_factor', 'progress', 'rows', 'schema',
      'select_as_cta', 'sql', 'sql_editor_id', 'sql_tables', 'status', 'tab_name', 'user.first_name', 'user.id', 'user.last_name', 'start_time', 'start_running_time', 'end_time',
      'tmp_table_name', 'tracking_url', 'results_key',
    ],
    extraListColumns: ['catalog', 'uuid'],
    showColumns: [
      'id', 'changed_on', 'client_id', 'database.id', 'end_result_backend_time', 'end_time', 'error_message', 'executed_sql', 'limit', 'progress', 'results_key', 'rows', 'schema',
      'select_as_cta', 'select_as_cta_used', 'select_sql', 'sql', 'sql_editor_id', 'start_running_time', 'start_time', 'status', 'tab_name', 'tmp_schema_name', 'tmp_table_name', 'tracking_url',
    ],
    orderColumns: {
      changed_on: 'changed_on', rows: 'rows', schema: 'schema', start_time: 'start_time', sql: 'sql', tab_name: 'tab_name',
      'database.database_name': () => sql`(select d.database_name from dbs as d where d.id = t.database_id)`,
      'user.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.user_id)`,
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['changed_on', 'database', 'sql', 'status', 'user', 'start_time', 'sql_editor_id', 'uuid'],
    distinctColumns: ['status'],
    visible: ({ user }) => (seesAll(user) ? undefined : sql`t.user_id = ${user.id}`),
    editable: () => false,
    permissions: ['can_export_csv'],
    routes,
  };
}
