import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { anyText } from '../../../data/rest/contract.ts';

const body = (required: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: [...required],
  properties: { name: { type: 'string', minLength: 1, maxLength: 250 }, descr: { type: ['string', 'null'] } },
});

async function plan(input: Readonly<Record<string, unknown>>, ownId: number | null, { db }: ResourceContext): Promise<WritePlan> {
  if ('name' in input) {
    const taken = await db.selectFrom('annotation_layer').select('id').where('name', '=', input['name'] as string).executeTakeFirst();
    if (taken && taken['id'] !== ownId) throw new HttpError(422, { message: { name: ['Name must be unique'] } });
  }
  return { values: input as Record<string, string | null> };
}

/** REST resource `annotation_layer` (contract §1.9). */
export const annotationLayerResource: ResourceDefinition = {
  name: 'annotation_layer',
  view: 'Annotation',
  noun: ['annotation layer', 'annotation layers'],
  table: 'annotation_layer',
  fields: { id: { kind: 'integer' }, name: { kind: 'text' }, descr: { kind: 'text' }, ...auditFields() },
  listColumns: [
    'id', 'name', 'descr', 'created_by.id', 'created_by.first_name', 'created_by.last_name', 'changed_by.id', 'changed_by.first_name', 'changed_by.last_name',
    'changed_on', 'changed_on_delta_humanized', 'created_on',
  ],
  showColumns: ['id', 'name', 'descr'],
  orderColumns: {
    name: 'name',
    descr: 'descr',
    created_on: 'created_on',
    changed_on: 'changed_on',
    changed_on_delta_humanized: 'changed_on',
    'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
    'created_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.created_by_fk)`,
  },
  defaultOrder: ['name', 'desc'],
  searchColumns: ['id', 'name', 'descr', 'created_by', 'changed_by'],
  operators: { name: { annotation_layer_all_text: (value) => anyText(value, ['t.name', 't.descr']) } },
  editable: () => true,
  create: { body: body(['name']), plan: (input, context) => plan(input, null, context) },
  update: { body: body([]), plan: (input, row, context) => plan(input, Number(row['id']), context) },
  remove: {
    async before(ids, { db }) {
      const used = await db.selectFrom('annotation').select('id').where('layer_id', 'in', ids).executeTakeFirst();
      if (used) throw new HttpError(422, 'Annotation layer has associated annotations.');
    },
  },
};
