import { randomUUID } from 'node:crypto';
import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError, ownersRelation, userRelation } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, RouteDefinition, ServerPluginContext, StoredRow, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatasetService } from '../../dataset/contract.ts';
import { WillDeleteCharts } from '../contract.ts';
import { chartFormData, chartUrl } from './chart-form-data.ts';
import { renderMarkdown } from './render-markdown.ts';
import { showChart } from './show-chart.ts';

type Input = Readonly<Record<string, unknown>>;

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });
const ids: JsonSchema = { type: 'array', items: { type: 'integer' } };

const properties: JsonSchema = {
  slice_name: { type: 'string', minLength: 1, maxLength: 250 },
  description: nullable('string'),
  viz_type: { type: 'string', minLength: 1, maxLength: 250 },
  owners: ids,
  params: nullable('string'),
  query_context: nullable('string'),
  query_context_generation: nullable('boolean'),
  cache_timeout: nullable('integer'),
  datasource_id: { type: 'integer' },
  datasource_type: { enum: ['table', 'dataset', 'query', 'saved_query', 'view'] },
  datasource_name: nullable('string'),
  dashboards: ids,
  certified_by: nullable('string'),
  certification_details: nullable('string'),
  is_managed_externally: nullable('boolean'),
  external_url: nullable('string'),
  uuid: nullable('string', { format: 'uuid' }),
};

const STORED = ['slice_name', 'description', 'viz_type', 'params', 'query_context', 'cache_timeout', 'datasource_id', 'datasource_type', 'datasource_name', 'certified_by', 'certification_details', 'external_url'] as const;

function valuesOf(input: Input): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const name of STORED) if (name in input) values[name] = (input[name] as string | number | null) ?? null;
  if (typeof input['is_managed_externally'] === 'boolean') values['is_managed_externally'] = input['is_managed_externally'] ? 1 : 0;
  if (values['params'] === null) values['params'] = '{}';
  return values;
}

/** A body that only fills in the query context of an old chart; anyone who may write charts may send it (contract §1.1). */
function isBackFill(input: Input): boolean {
  return Object.keys(input).length === 2 && 'query_context' in input && input['query_context_generation'] === true;
}

/** Ids are 32 bits wide; PostgreSQL refuses to be asked for wider ones. */
const MAX_ID = 2_147_483_647;

async function known(table: string, wanted: readonly number[], { db }: ResourceContext): Promise<boolean> {
  if (wanted.length === 0) return true;
  if (wanted.some((id) => id < 1 || id > MAX_ID)) return false;
  return (await db.selectFrom(table).select('id').where('id', 'in', wanted).execute()).length === new Set(wanted).size;
}

async function requireFreeUuid(uuid: unknown, ownId: number | null, { db }: ResourceContext): Promise<void> {
  if (typeof uuid !== 'string') return;
  const taken = await db.selectFrom('slices').select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { uuid: ['Must be unique'] } });
}

/** The name of the dataset a body puts the chart on, kept beside its id for search and order. */
async function datasetName(input: Input, { db }: ResourceContext): Promise<Record<string, string>> {
  const id = input['datasource_id'];
  const found = typeof id === 'number' ? await db.selectFrom('tables').select(['schema', 'table_name']).where('id', '=', id).executeTakeFirst() : undefined;
  return found ? { datasource_name: found['schema'] ? `${found['schema']}.${found['table_name']}` : String(found['table_name']) } : {};
}

/** Checks owners, dataset and dashboards of a body; answers the links to replace. */
async function checkReferences(input: Input, context: ResourceContext, before: readonly number[]): Promise<Record<string, readonly number[]>> {
  const problems: Record<string, readonly string[]> = {};
  const owners = input['owners'] as readonly number[] | undefined;
  const dashboards = input['dashboards'] as readonly number[] | undefined;
  if (owners && !(await known('ab_user', owners, context))) problems['owners'] = ['Owners are invalid'];
  if ('datasource_id' in input && !(await known('tables', [input['datasource_id'] as number], context))) problems['datasource'] = ['Datasource does not exist'];
  if (dashboards && !(await known('dashboards', dashboards, context))) problems['dashboards'] = ['Dashboards do not exist'];
  if (Object.keys(problems).length > 0) throw new HttpError(422, { message: problems });

  const added = (dashboards ?? []).filter((id) => !before.includes(id));
  if (added.length > 0 && !context.user.isAdmin) {
    const owned = await context.db.selectFrom('dashboard_user').select('dashboard_id').where('dashboard_id', 'in', added).where('user_id', '=', context.user.id).execute();
    if (owned.length < added.length) throw new HttpError(403, 'Changing one or more of these dashboards is forbidden');
  }
  return { ...(owners ? { owners: [...new Set(owners)] } : {}), ...(dashboards ? { dashboards: [...new Set(dashboards)] } : {}) };
}

const contains = (text: unknown): string => `%${String(text).toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
const ilike = (expression: RawBuilder<unknown>, text: unknown): RawBuilder<unknown> => sql`lower(${expression}) like ${contains(text)} escape '\\'`;
const linked = (table: string, userId: number | null): RawBuilder<unknown> =>
  sql`exists (select 1 from ${sql.table(table)} as link where link.slice_id = t.id and link.user_id = ${userId})`;
const either = (condition: RawBuilder<unknown>, wanted: unknown): RawBuilder<unknown> => (wanted ? condition : sql`not (${condition})`);

/** REST resource `chart` (contract §1.1). */
export function chartResource(ctx: ServerPluginContext, datasets: DatasetService, routes: readonly RouteDefinition[]): ResourceDefinition {
  const formDataOf = (row: StoredRow) =>
    chartFormData({
      id: Number(row['id']),
      params: String(row['params']),
      viz_type: String(row['viz_type']),
      datasource_id: Number(row['datasource_id']),
      datasource_type: String(row['datasource_type']),
    });

  return {
    name: 'chart',
    view: 'Chart',
    noun: ['chart', 'charts'],
    table: 'slices',
    alternateKeys: ['uuid'],
    fields: {
      id: { kind: 'integer' },
      uuid: { kind: 'uuid' },
      slice_name: { kind: 'text' },
      viz_type: { kind: 'text' },
      datasource_id: { kind: 'integer' },
      datasource_type: { kind: 'text' },
      datasource_name: { kind: 'text' },
      params: { kind: 'json-text' },
      query_context: { kind: 'json-text' },
      description: { kind: 'text' },
      cache_timeout: { kind: 'integer' },
      certified_by: { kind: 'text' },
      certification_details: { kind: 'text' },
      is_managed_externally: { kind: 'boolean' },
      last_saved_at: { kind: 'datetime' },
      last_saved_by: userRelation('last_saved_by_fk'),
      ...auditFields(),
      owners: ownersRelation('slice_user', 'slice_id'),
      dashboards: {
        relation: 'many',
        table: 'dashboards',
        through: { table: 'dashboard_slices', local: 'slice_id', target: 'dashboard_id' },
        columns: { id: 'id', dashboard_title: 'dashboard_title' },
      },
      table: {
        relation: 'one',
        table: 'tables',
        localColumn: 'datasource_id',
        columns: { default_endpoint: 'default_endpoint', table_name: 'table_name', schema: 'schema' },
      },
      datasource_name_text: {
        needs: ['datasource_name'],
        needsRelations: ['table'],
        compute(row, related) {
          const table = related['table'] as { table_name: string; schema: string | null } | null | undefined;
          if (!table) return row['datasource_name'] ?? null;
          return table.schema ? `${table.schema}.${table.table_name}` : table.table_name;
        },
      },
      datasource_url: { needs: ['datasource_id'], compute: (row) => `/explore/?datasource_type=table&datasource_id=${row['datasource_id']}` },
      description_markeddown: { needs: ['description'], compute: (row) => renderMarkdown(row['description'] as string | null) },
      form_data: { needs: ['id', 'params', 'viz_type', 'datasource_id', 'datasource_type'], compute: formDataOf },
      edit_url: { needs: ['id'], compute: (row) => `/chart/edit/${row['id']}` },
      slice_url: { needs: ['id'], compute: (row) => chartUrl(Number(row['id'])) },
      url: { needs: ['id'], compute: (row) => chartUrl(Number(row['id'])) },
      thumbnail_url: { needs: [], compute: () => null },
      tags: { needs: [], compute: () => [] },
    },
    listColumns: [
      'is_managed_externally', 'certified_by', 'certification_details', 'cache_timeout', 'changed_by.first_name', 'changed_by.last_name', 'changed_by.id',
      'changed_by_name', 'changed_on_delta_humanized', 'changed_on_dttm', 'changed_on_utc', 'created_by.first_name', 'created_by.id', 'created_by.last_name',
      'created_by_name', 'created_on_delta_humanized', 'datasource_id', 'datasource_name_text', 'datasource_type', 'datasource_url', 'description',
      'description_markeddown', 'edit_url', 'form_data', 'id', 'last_saved_at', 'last_saved_by.id', 'last_saved_by.first_name', 'last_saved_by.last_name',
      'owners.first_name', 'owners.id', 'owners.last_name', 'dashboards.id', 'dashboards.dashboard_title', 'params', 'slice_name', 'slice_url',
      'table.default_endpoint', 'table.table_name', 'thumbnail_url', 'url', 'viz_type', 'tags', 'uuid',
    ],
    showColumns: ['id', 'uuid', 'slice_name', 'viz_type', 'params', 'query_context', 'owners', 'dashboards'],
    orderColumns: {
      'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
      changed_on: 'changed_on',
      changed_on_delta_humanized: 'changed_on',
      datasource_id: 'datasource_id',
      datasource_name: () => sql`(select d.table_name from ${sql.table('tables')} as d where d.id = t.datasource_id)`,
      last_saved_at: 'last_saved_at',
      'last_saved_by.id': 'last_saved_by_fk',
      'last_saved_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.last_saved_by_fk)`,
      'last_saved_by.last_name': () => sql`(select u.last_name from ab_user as u where u.id = t.last_saved_by_fk)`,
      slice_name: 'slice_name',
      viz_type: 'viz_type',
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: [
      'created_by', 'changed_by', 'last_saved_at', 'last_saved_by', 'datasource_id', 'datasource_name', 'datasource_type', 'description', 'id', 'uuid',
      'owners', 'dashboards', 'slice_name', 'viz_type',
    ],
    operators: {
      slice_name: {
        chart_all_text: (value) =>
          sql`(${ilike(sql`t.slice_name`, value)} or ${ilike(sql`coalesce(t.description, '')`, value)} or ${ilike(sql`t.viz_type`, value)}
            or t.datasource_id in (select d.id from ${sql.table('tables')} as d where ${ilike(sql`d.table_name`, value)}))`,
      },
      id: {
        chart_is_favorite: (value, { user }) => either(linked('slice_favourite', user.id), value),
        chart_is_certified: (value) => either(sql`(t.certified_by is not null and t.certified_by <> '')`, value),
        chart_owned_created_favored_by_me: (_value, { user }) =>
          sql`(t.created_by_fk = ${user.id} or ${linked('slice_user', user.id)} or ${linked('slice_favourite', user.id)})`,
      },
      created_by: {
        chart_has_created_by: (value) => either(sql`t.created_by_fk is not null`, value),
        chart_created_by_me: (_value, { user }) => sql`(t.created_by_fk = ${user.id} or t.changed_by_fk = ${user.id})`,
      },
    },
    visible: ({ user }) => {
      const condition = datasets.accessCondition(user, 'd');
      return condition && sql`t.datasource_id in (select d.id from ${sql.table('tables')} as d where ${condition})`;
    },
    favourites: { table: 'slice_favourite', column: 'slice_id' },
    permissions: ['can_export', 'can_warm_up_cache'],
    show: showChart,
    create: {
      body: { type: 'object', additionalProperties: false, required: ['slice_name', 'datasource_id', 'datasource_type'], properties },
      async plan(input, context): Promise<WritePlan> {
        const links = await checkReferences(input, context, []);
        await requireFreeUuid(input['uuid'], null, context);
        const own = context.user.id === null ? [] : [context.user.id];
        return {
          values: {
            viz_type: 'table',
            params: '{}',
            ...valuesOf(input),
            ...(await datasetName(input, context)),
            uuid: (input['uuid'] as string | null | undefined) ?? randomUUID(),
            last_saved_at: context.now,
            last_saved_by_fk: context.user.id,
          },
          links: { owners: own, ...links },
        };
      },
    },
    update: {
      body: { type: 'object', additionalProperties: false, properties: { ...(properties as object), tags: ids } },
      exempt: isBackFill,
      async plan(input, row, context): Promise<WritePlan> {
        const before = await context.db.selectFrom('dashboard_slices').select('dashboard_id').where('slice_id', '=', Number(row['id'])).execute();
        const links = await checkReferences(input, context, before.map((link) => Number(link['dashboard_id'])));
        await requireFreeUuid(input['uuid'], Number(row['id']), context);
        const saved: Record<string, number | null> = isBackFill(input) ? {} : { last_saved_at: context.now, last_saved_by_fk: context.user.id };
        const uuid: Record<string, string> = typeof input['uuid'] === 'string' ? { uuid: input['uuid'] } : {};
        return { values: { ...valuesOf(input), ...(await datasetName(input, context)), ...uuid, ...saved }, links };
      },
    },
    remove: {
      async before(removed, { db }) {
        const veto = await ctx.hooks.call(WillDeleteCharts, removed);
        if (veto) throw new HttpError(422, veto.reason);
        for (const table of ['slice_user', 'slice_favourite', 'dashboard_slices']) await db.deleteFrom(table).where('slice_id', 'in', removed).execute();
      },
    },
    routes,
  };
}
