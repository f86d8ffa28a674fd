import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError, humanizeTime } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { ResourceService } from '../../../data/rest/contract.ts';
import { anyText, isTooDeep } from '../../../data/rest/contract.ts';
import type { DatabaseService } from '../../database/contract.ts';

type Input = Readonly<Record<string, unknown>>;

const text = (maxLength?: number): JsonSchema => ({ type: ['string', 'null'], ...(maxLength ? { maxLength } : {}) });

const body: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    db_id: { type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 },
    label: text(256), description: text(), catalog: text(256), schema: text(128), sql: text(), template_parameters: text(), extra_json: text(),
  },
};

function parsed(value: unknown, otherwise: unknown): unknown {
  try {
    return typeof value === 'string' && value !== '' && !isTooDeep(value) ? JSON.parse(value) : otherwise;
  } catch {
    return otherwise;
  }
}

const audit = ['changed_by.first_name', 'changed_by.id', 'changed_by.last_name', 'changed_on', 'changed_on_delta_humanized', 'created_by.first_name', 'created_by.id', 'created_by.last_name', 'created_on'];
const firstName = (column: string) => () => sql`(select u.first_name from ab_user as u where u.id = ${sql.ref(`t.${column}`)})`;

/** REST resource `saved_query` (contract §1.6). `tablesOf` names the tables of a query as JSON text. */
export function savedQueryResource(databases: DatabaseService, resources: ResourceService, tablesOf: (engine: string, text: string) => Promise<string | null>): ResourceDefinition {
  async function plan(input: Input, before: Input, context: ResourceContext): Promise<WritePlan> {
    const dbId = input['db_id'] as number | null | undefined;
    const database = await databases.get(Number(dbId ?? before['db_id'] ?? -1));
    // Lists tell the database's name, so it must be one the caller may know.
    if (typeof dbId === 'number' && !(await resources.accessible('dbs', [dbId], 'see', context)).has(dbId)) throw new HttpError(422, { message: { db_id: ['Database does not exist'] } });
    for (const name of ['template_parameters', 'extra_json'] as const) {
      if (typeof input[name] === 'string' && input[name] !== '' && parsed(input[name], undefined) === undefined) throw new HttpError(422, { message: { [name]: ['JSON not valid'] } });
    }
    const written = { ...(input as Record<string, string | number | null>) };
    if ('sql' in input || 'db_id' in input) written['sql_tables'] = await tablesOf(database?.backend ?? '', String(input['sql'] ?? before['sql'] ?? ''));
    return { values: written };
  }

  return {
    name: 'saved_query',
    view: 'SavedQuery',
    noun: ['saved query', 'saved queries'],
    table: 'saved_query',
    alternateKeys: ['uuid'],
    fields: {
      id: { kind: 'integer' },
      uuid: { kind: 'uuid' },
      db_id: { kind: 'integer' },
      catalog: { kind: 'text' },
      schema: { kind: 'text' },
      label: { kind: 'text' },
      description: { kind: 'text' },
      sql: { kind: 'text' },
      template_parameters: { kind: 'json-text' },
      extra_json: { kind: 'json-text' },
      rows: { kind: 'integer' },
      last_run: { kind: 'datetime' },
      database: { relation: 'one', table: 'dbs', localColumn: 'db_id', columns: { id: 'id', database_name: 'database_name' }, text: ['database_name'] },
      ...auditFields(),
      extra: { needs: ['extra_json'], compute: (row) => parsed(row['extra_json'], {}) },
      sql_tables: { needs: ['sql_tables'], compute: (row) => parsed(row['sql_tables'], []) },
      last_run_delta_humanized: { needs: ['last_run'], compute: (row, _related, { now }) => (row['last_run'] === null ? '' : humanizeTime(Number(row['last_run']), now)) },
      tags: { needs: [], compute: () => [] },
    },
    listColumns: [
      ...audit, 'database.database_name', 'database.id', 'db_id', 'description', 'extra', 'id', 'label', 'last_run_delta_humanized', 'rows', 'catalog', 'schema', 'sql', 'sql_tables', 'tags',
    ],
    extraListColumns: ['uuid', 'template_parameters'],
    showColumns: [
      ...audit, 'database.database_name', 'database.id', 'db_id', 'description', 'extra', 'id', 'label', 'last_run_delta_humanized', 'rows', 'catalog', 'schema', 'sql', 'sql_tables', 'tags', 'template_parameters', 'uuid',
    ],
    orderColumns: {
      catalog: 'catalog', schema: 'schema', label: 'label', description: 'description', sql: 'sql', rows: 'rows',
      'created_by.first_name': firstName('created_by_fk'),
      'changed_by.first_name': firstName('changed_by_fk'),
      'database.database_name': () => sql`(select d.database_name from dbs as d where d.id = t.db_id)`,
      created_on: 'created_on',
      changed_on: 'changed_on',
      changed_on_delta_humanized: 'changed_on',
      last_run_delta_humanized: 'last_run',
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['id', 'uuid', 'database', 'label', 'catalog', 'schema', 'created_by', 'changed_by'],
    operators: {
      id: {
        saved_query_is_fav: (value, { user }: ResourceContext) =>
          sql`t.id ${value === true || value === 'true' ? sql`in` : sql`not in`} (select f.saved_query_id from saved_query_favourite as f where f.user_id = ${user.id})`,
      },
      label: { all_text: (value) => anyText(value, ['t.schema', 't.label', 't.description', 't.sql']) },
    },
    distinctColumns: ['catalog', 'schema'],
    visible: ({ user }) => sql`t.created_by_fk = ${user.id}`,
    editable: (row, { user }) => row['created_by_fk'] === user.id,
    favourites: { table: 'saved_query_favourite', column: 'saved_query_id' },
    permissions: ['can_export'],
    invalidBody: 422,
    create: { body, plan: (input, context) => plan(input, {}, context) },
    update: { body, plan: (input, row, context) => plan(input, row, context) },
  };
}
