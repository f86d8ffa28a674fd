import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, RouteDefinition, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { ResourceService } from '../../../data/rest/contract.ts';
import type { TaggedType } from '../contract.ts';
import { TagType } from '../contract.ts';
import { setObjects, tagsOf } from './tag-objects.ts';
import { kindNamed, TAGGED_KINDS } from './tagged-kinds.ts';

/** Schema of one tag in a body. */
export const tagBody: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 250 },
    description: { type: ['string', 'null'] },
    objects_to_tag: { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2 } },
  },
};

/** A tag's name, trimmed. */
export function nameOf(value: unknown): string {
  const name = String(value).trim();
  if (name === '') throw new HttpError(400, { message: { name: ['Shorter than minimum length 1.'] } });
  if (name.includes('\0')) throw new HttpError(400, { message: { name: ['Null characters are not allowed.'] } });
  return name;
}

/** Objects of a body, split into those the caller may change and the others. 422 for what can be no object. */
export async function chooseObjects(
  resources: ResourceService,
  input: unknown,
  caller: Pick<ResourceContext, 'user' | 'origin'> & Partial<Pick<ResourceContext, 'db'>>,
): Promise<{ readonly allowed: readonly { type: TaggedType; id: number }[]; readonly skipped: readonly { type: TaggedType; id: number }[] }> {
  const objects = (Array.isArray(input) ? (input as unknown[][]) : []).map(([name, id]) => {
    const type = kindNamed(name);
    if (!type || !Number.isSafeInteger(id) || (id as number) <= 0) throw new HttpError(422, 'Invalid tag');
    return { type, id: id as number };
  });
  const allowed: { type: TaggedType; id: number }[] = [];
  for (const type of new Set(objects.map((object) => object.type))) {
    const ids = objects.filter((object) => object.type === type).map((object) => object.id);
    for (const id of await resources.accessible(TAGGED_KINDS[type].table, ids, 'change', caller)) allowed.push({ type, id });
  }
  return { allowed, skipped: objects.filter(({ type, id }) => !allowed.some((other) => other.type === type && other.id === id)) };
}

const audit = ['changed_by.first_name', 'changed_by.last_name', 'changed_on_delta_humanized', 'created_on_delta_humanized', 'created_by.first_name', 'created_by.last_name'];

/** REST resource `tag` (contract §1.7). */
export function tagResource(resources: ResourceService, routes: readonly RouteDefinition[]): ResourceDefinition {
  return {
    name: 'tag',
    view: 'Tag',
    noun: ['tag', 'tags'],
    table: 'tag',
    fields: { id: { kind: 'integer' }, name: { kind: 'text' }, type: { kind: 'integer' }, description: { kind: 'text' }, ...auditFields() },
    listColumns: ['id', 'name', 'type', 'description', ...audit],
    showColumns: ['id', 'name', 'type', 'description', ...audit, 'created_by.id'],
    orderColumns: {
      id: 'id', name: 'name', type: 'type', description: 'description', changed_on_delta_humanized: 'changed_on', created_on_delta_humanized: 'created_on',
      'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
      'created_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.created_by_fk)`,
    },
    defaultOrder: ['name', 'asc'],
    searchColumns: ['id', 'name', 'type', 'description', 'created_by', 'changed_by'],
    operators: { type: { custom_tag: (value) => sql`t.type ${value === true || value === 'true' ? sql`=` : sql`<>`} ${TagType.custom}` } },
    editable: () => true,
    favourites: { table: 'user_favorite_tag', column: 'tag_id' },
    permissions: ['can_bulk_create'],
    update: {
      body: tagBody,
      async plan(input, row, { db }): Promise<WritePlan> {
        const name = nameOf(input['name']);
        const taken = await db.selectFrom('tag').select('id').where('name', '=', name).executeTakeFirst();
        if (taken && taken['id'] !== row['id']) throw new HttpError(422, { message: { name: ['Must be unique'] } });
        return { values: { name, ...('description' in input ? { description: input['description'] as string | null } : {}) } };
      },
      async after(id, input, _row, context) {
        if (!Array.isArray(input['objects_to_tag'])) return;
        const { allowed } = await chooseObjects(resources, input['objects_to_tag'], context);
        const before = await tagsOf(context.db).selectFrom('tagged_object').select(['object_type', 'object_id']).where('tag_id', '=', id).execute();
        // Objects of others that carry the tag keep it: they are not the caller's to change.
        const kept = await chooseObjects(resources, before.map((object) => [object.object_type, object.object_id]), context);
        await setObjects(tagsOf(context.db), id, [...allowed, ...kept.skipped]);
      },
    },
    remove: {
      bulkBy: 'name',
      async before(ids, { db }) {
        await db.deleteFrom('tagged_object').where('tag_id', 'in', ids).execute();
      },
    },
    routes,
  };
}
