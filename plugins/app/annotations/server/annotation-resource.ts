import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError, parseInstant } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, StoredRow, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { anyText } from '../../../data/rest/contract.ts';

type Input = Readonly<Record<string, unknown>>;

const body = (required: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: [...required],
  properties: {
    short_descr: { type: 'string', minLength: 1, maxLength: 500 },
    long_descr: { type: ['string', 'null'] },
    start_dttm: { type: 'string' },
    end_dttm: { type: 'string' },
    json_metadata: { type: ['string', 'null'] },
  },
});

function valuesOf(input: Input): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  const problems: Record<string, readonly string[]> = {};
  for (const name of ['short_descr', 'long_descr'] as const) if (name in input) values[name] = input[name] as string | null;
  for (const name of ['start_dttm', 'end_dttm'] as const) {
    if (!(name in input)) continue;
    const ms = parseInstant(input[name] as string);
    if (ms === undefined) problems[name] = ['Not a valid datetime.'];
    else values[name] = ms;
  }
  if ('json_metadata' in input) {
    values['json_metadata'] = (input['json_metadata'] as string | null) || null;
    if (values['json_metadata'] !== null && !isJson(values['json_metadata'])) problems['json_metadata'] = ['JSON not valid'];
  }
  if (Object.keys(problems).length > 0) throw new HttpError(400, { message: problems });
  return values;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function plan(input: Input, before: StoredRow, ownId: number | null, { db }: ResourceContext): Promise<WritePlan> {
  const values = valuesOf(input);
  const { start_dttm, end_dttm, layer_id, short_descr } = { ...before, ...values };
  const problems: Record<string, readonly string[]> = {};
  if (Number(end_dttm) < Number(start_dttm)) problems['start_dttm'] = ['End date must be after start date'];
  const taken = await db.selectFrom('annotation').select('id').where('layer_id', '=', layer_id as number).where('short_descr', '=', short_descr as string).executeTakeFirst();
  if (taken && taken['id'] !== ownId) problems['short_descr'] = ['Short description must be unique for this layer'];
  if (Object.keys(problems).length > 0) throw new HttpError(422, { message: problems });
  return { values };
}

const audit = ['changed_by.id', 'changed_by.first_name', 'changed_by.last_name', 'changed_on_delta_humanized', 'created_by.id', 'created_by.first_name', 'created_by.last_name'];

/** REST resource `annotation`, below each layer (contract §1.9). */
export const annotationResource: ResourceDefinition = {
  name: 'annotation',
  parent: { name: 'annotation_layer', column: 'layer_id' },
  view: 'Annotation',
  noun: ['annotation', 'annotations'],
  table: 'annotation',
  fields: {
    id: { kind: 'integer' },
    short_descr: { kind: 'text' },
    long_descr: { kind: 'text' },
    start_dttm: { kind: 'datetime' },
    end_dttm: { kind: 'datetime' },
    json_metadata: { kind: 'json-text' },
    layer: { relation: 'one', table: 'annotation_layer', localColumn: 'layer_id', columns: { id: 'id', name: 'name' } },
    ...auditFields(),
  },
  listColumns: ['id', ...audit, 'start_dttm', 'end_dttm', 'long_descr', 'short_descr'],
  showColumns: ['id', 'short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata', 'layer.id', 'layer.name'],
  orderColumns: {
    short_descr: 'short_descr',
    long_descr: 'long_descr',
    start_dttm: 'start_dttm',
    end_dttm: 'end_dttm',
    changed_on_delta_humanized: 'changed_on',
    'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
    'created_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.created_by_fk)`,
  },
  defaultOrder: ['short_descr', 'desc'],
  searchColumns: ['id', 'short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'created_by', 'changed_by'],
  operators: { short_descr: { annotation_all_text: (value) => anyText(value, ['t.short_descr', 't.long_descr']) } },
  editable: () => true,
  create: {
    body: body(['short_descr', 'start_dttm', 'end_dttm']),
    plan: (input, context) => plan(input, { layer_id: context.parent?.['id'] ?? null }, null, context),
  },
  update: { body: body([]), plan: (input, row, context) => plan(input, row, Number(row['id']), context) },
};
