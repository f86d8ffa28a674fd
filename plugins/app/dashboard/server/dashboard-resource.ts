import { randomUUID } from 'node:crypto';
import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError, ownersRelation } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, RouteDefinition, ServerPluginContext, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DatasetService } from '../../dataset/contract.ts';
import { listedDashboards } from './dashboard-access.ts';
import { applyMetadata, cleanSlug, parseField, withUuids } from './dashboard-metadata.ts';
import { WillDeleteDashboards } from '../contract.ts';
import { hasRoleAccess } from './load-dashboard.ts';
import { dashboardUrl } from './show-dashboard.ts';

type Input = Readonly<Record<string, unknown>>;

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });
const ids: JsonSchema = { type: 'array', items: { type: 'integer' } };

const properties: JsonSchema = {
  dashboard_title: nullable('string', { maxLength: 500 }),
  slug: nullable('string', { maxLength: 255 }),
  owners: ids,
  roles: ids,
  position_json: nullable('string'),
  css: nullable('string'),
  theme_id: nullable('integer'),
  json_metadata: nullable('string'),
  published: { type: 'boolean' },
  certified_by: nullable('string'),
  certification_details: nullable('string'),
  is_managed_externally: nullable('boolean'),
  external_url: nullable('string'),
  uuid: nullable('string', { format: 'uuid' }),
};

/** Ids are 32 bits wide; PostgreSQL refuses to be asked for wider ones. */
const MAX_ID = 2_147_483_647;

async function checkReferences(input: Input, { db }: ResourceContext): Promise<Record<string, readonly number[]>> {
  const problems: Record<string, readonly string[]> = {};
  const links: Record<string, readonly number[]> = {};
  for (const [field, table, problem] of [['owners', 'ab_user', 'Owners are invalid'], ['roles', 'ab_role', 'Some roles do not exist']] as const) {
    if (!Array.isArray(input[field])) continue;
    const given = [...new Set(input[field] as number[])];
    const wanted = given.filter((id) => id > 0 && id <= MAX_ID);
    const known = wanted.length > 0 ? await db.selectFrom(table).select('id').where('id', 'in', wanted).execute() : [];
    if (known.length < given.length) problems[field] = [problem];
    links[field] = wanted;
  }
  if (typeof input['theme_id'] === 'number') {
    const id = input['theme_id'];
    // Without the themes plugin there is no table, and no theme either.
    const isKnown = id > 0 && id <= MAX_ID && (await db.selectFrom('themes').select('id').where('id', '=', id).executeTakeFirst().catch(() => undefined)) !== undefined;
    if (!isKnown) problems['theme_id'] = ['Theme does not exist'];
  }
  if (Object.keys(problems).length > 0) throw new HttpError(422, { message: problems });
  return links;
}

async function requireFreeSlug(slug: string | null, ownId: number | null, { db }: ResourceContext): Promise<void> {
  if (slug === null) return;
  const taken = await db.selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst();
  if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { slug: ['Must be unique'] } });
}

async function requireFreeUuid(uuid: unknown, ownId: number | null, { db }: ResourceContext): Promise<void> {
  if (typeof uuid !== 'string') return;
  const taken = await db.selectFrom('dashboards').select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { uuid: ['Must be unique'] } });
}

/** Columns and chart set a body amounts to. */
async function planWrite(input: Input, ownId: number | null, context: ResourceContext): Promise<{ values: Record<string, string | number | null>; chartIds?: readonly number[] }> {
  const values: Record<string, string | number | null> = {};
  for (const name of ['css', 'certified_by', 'certification_details', 'external_url'] as const) if (name in input) values[name] = (input[name] as string | null) ?? null;
  if ('dashboard_title' in input) values['dashboard_title'] = ((input['dashboard_title'] as string | null) ?? '').trim() || '[ untitled dashboard ]';
  for (const name of ['published', 'is_managed_externally'] as const) if (typeof input[name] === 'boolean') values[name] = input[name] ? 1 : 0;
  await requireFreeUuid(input['uuid'], ownId, context);
  if (typeof input['uuid'] === 'string') values['uuid'] = input['uuid'];
  if ('theme_id' in input) values['theme_id'] = (input['theme_id'] as number | null) ?? null;
  if ('slug' in input) {
    values['slug'] = cleanSlug(input['slug'] as string | null);
    await requireFreeSlug(values['slug'], ownId, context);
  }
  if (typeof input['position_json'] === 'string' && input['position_json'] !== '') {
    values['position_json'] = JSON.stringify(parseField('position_json', input['position_json']));
  }
  if (typeof input['json_metadata'] !== 'string' || input['json_metadata'] === '') return { values };

  const change = applyMetadata(parseField('json_metadata', input['json_metadata']));
  values['json_metadata'] = change.json_metadata;
  if (!change.positions) return { values };
  const { layout, chartIds } = change.positions;
  const charts = chartIds.length > 0 ? await context.db.selectFrom('slices').select(['id', 'uuid']).where('id', 'in', chartIds).execute() : [];
  const uuids = new Map(charts.map((chart) => [Number(chart['id']), String(chart['uuid'])]));
  values['position_json'] = JSON.stringify(withUuids(layout, uuids));
  return { values, chartIds: chartIds.filter((id) => uuids.has(id)) };
}

const contains = (text: unknown): string => `%${String(text).toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
const either = (condition: RawBuilder<unknown>, wanted: unknown): RawBuilder<unknown> => (wanted ? condition : sql`not (${condition})`);

/** REST resource `dashboard` (contract §1.4). */
export function dashboardResource(ctx: ServerPluginContext, datasets: DatasetService, routes: readonly RouteDefinition[]): ResourceDefinition {
  return {
    name: 'dashboard',
    view: 'Dashboard',
    noun: ['dashboard', 'dashboards'],
    table: 'dashboards',
    alternateKeys: ['uuid', 'slug'],
    fields: {
      id: { kind: 'integer' },
      uuid: { kind: 'uuid' },
      slug: { kind: 'text' },
      dashboard_title: { kind: 'text' },
      published: { kind: 'boolean' },
      css: { kind: 'text' },
      position_json: { kind: 'json-text' },
      json_metadata: { kind: 'json-text' },
      certified_by: { kind: 'text' },
      certification_details: { kind: 'text' },
      is_managed_externally: { kind: 'boolean' },
      ...auditFields(),
      owners: ownersRelation('dashboard_user', 'dashboard_id'),
      roles: {
        relation: 'many',
        table: 'ab_role',
        through: { table: 'dashboard_roles', local: 'dashboard_id', target: 'role_id' },
        columns: { id: 'id', name: 'name' },
        text: ['name'],
      },
      charts: {
        relation: 'many',
        table: 'slices',
        through: { table: 'dashboard_slices', local: 'dashboard_id', target: 'slice_id' },
        columns: { id: 'id', slice_name: 'slice_name' },
      },
      status: { needs: ['published'], compute: (row) => (row['published'] === 1 ? 'published' : 'draft') },
      url: { needs: ['id', 'slug'], compute: (row) => dashboardUrl(Number(row['id']), row['slug'] as string | null) },
      thumbnail_url: { needs: [], compute: () => null },
      theme: { relation: 'one', table: 'themes', localColumn: 'theme_id', columns: { id: 'id', theme_name: 'theme_name', json_data: 'json_data' } },
      tags: { needs: [], compute: () => [] },
    },
    listColumns: [
      'id', 'uuid', 'published', 'status', 'slug', 'url', 'thumbnail_url', 'certified_by', 'certification_details', 'changed_by.first_name',
      'changed_by.last_name', 'changed_by.id', 'changed_by_name', 'changed_on_utc', 'changed_on_delta_humanized', 'created_on_delta_humanized',
      'created_by.first_name', 'created_by.id', 'created_by.last_name', 'dashboard_title', 'owners.id', 'owners.first_name', 'owners.last_name',
      'roles.id', 'roles.name', 'is_managed_externally', 'tags',
    ],
    extraListColumns: ['css', 'position_json', 'json_metadata', 'theme'],
    showColumns: ['id', 'uuid', 'slug', 'dashboard_title', 'published', 'json_metadata', 'position_json', 'owners', 'charts'],
    orderColumns: {
      'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
      'created_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.created_by_fk)`,
      changed_on_delta_humanized: 'changed_on',
      changed_on: 'changed_on',
      dashboard_title: 'dashboard_title',
      published: 'published',
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['created_by', 'changed_by', 'dashboard_title', 'id', 'uuid', 'owners', 'published', 'roles', 'slug'],
    operators: {
      dashboard_title: {
        title_or_slug: (value) => sql`(lower(t.dashboard_title) like ${contains(value)} escape '\\' or lower(coalesce(t.slug, '')) like ${contains(value)} escape '\\')`,
      },
      id: {
        dashboard_is_favorite: (value, { user }) =>
          either(sql`exists (select 1 from dashboard_favourite as f where f.dashboard_id = t.id and f.user_id = ${user.id})`, value),
        dashboard_is_certified: (value) => either(sql`(t.certified_by is not null and t.certified_by <> '')`, value),
      },
      created_by: {
        dashboard_created_by_me: (_value, { user }) => sql`(t.created_by_fk = ${user.id} or t.changed_by_fk = ${user.id})`,
        dashboard_has_created_by: (value) => either(sql`t.created_by_fk is not null`, value),
      },
    },
    visible: ({ user }) => listedDashboards(user, datasets, hasRoleAccess(ctx)),
    favourites: { table: 'dashboard_favourite', column: 'dashboard_id' },
    permissions: ['can_export', 'can_set_embedded', 'can_get_embedded'],
    create: {
      body: { type: 'object', additionalProperties: false, properties },
      async plan(input, context): Promise<WritePlan> {
        const references = await checkReferences(input, context);
        const { values, chartIds } = await planWrite(input, null, context);
        const own = context.user.id === null ? [] : [context.user.id];
        return {
          values: { dashboard_title: '[ untitled dashboard ]', published: 0, ...values, uuid: (input['uuid'] as string | null | undefined) ?? randomUUID() },
          links: { owners: own, ...references, ...(chartIds ? { charts: chartIds } : {}) },
        };
      },
    },
    update: {
      body: { type: 'object', additionalProperties: false, properties: { ...(properties as object), tags: ids } },
      async plan(input, row, context): Promise<WritePlan> {
        const references = await checkReferences(input, context);
        const { values, chartIds } = await planWrite(input, Number(row['id']), context);
        return { values, links: { ...references, ...(chartIds ? { charts: chartIds } : {}) } };
      },
      async after(id, _input, _row, { db }) {
        const row = await db.selectFrom('dashboards').select('changed_on').where('id', '=', id).executeTakeFirstOrThrow();
        return { last_modified_time: Math.floor(Number(row['changed_on']) / 1000) };
      },
    },
    remove: {
      async before(removed, { db }) {
        const veto = await ctx.hooks.call(WillDeleteDashboards, removed);
        if (veto) throw new HttpError(422, veto.reason);
        for (const table of ['dashboard_slices', 'dashboard_user', 'dashboard_favourite', 'dashboard_roles', 'dashboard_permalinks', 'dashboard_embedded']) {
          await db.deleteFrom(table).where('dashboard_id', 'in', removed).execute();
        }
      },
    },
    routes,
  };
}
