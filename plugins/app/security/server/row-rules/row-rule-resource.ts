import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError } from '@orrery/sdk/server';
import type { ResourceContext, ResourceDefinition, StoredRow, WritePlan } from '@orrery/sdk/server';
import { requireFree } from '../access/require-free.ts';
import { requireKnown } from '../access/require-known.ts';
import { touchSecurity } from '../access/touch-security.ts';
import { clauseProblem } from './check-clause.ts';

type Input = Readonly<Record<string, unknown>>;

const properties: Readonly<Record<string, JsonSchema>> = {
  name: { type: 'string', minLength: 1, maxLength: 255 },
  description: { type: ['string', 'null'] },
  filter_type: { enum: ['Regular', 'Base'] },
  tables: { type: 'array', minItems: 1, items: { type: 'integer' } },
  roles: { type: 'array', items: { type: 'integer' } },
  group_key: { type: ['string', 'null'], maxLength: 255 },
  clause: { type: 'string', maxLength: 10_000 },
};
const LIST = ['id', 'name', 'filter_type', 'tables.id', 'tables.schema', 'tables.table_name', 'roles.id', 'roles.name', 'clause', 'changed_on_delta_humanized', 'changed_by.id', 'changed_by.first_name', 'changed_by.last_name', 'group_key'];

async function planOf(input: Input, row: StoredRow | undefined, { db }: ResourceContext): Promise<WritePlan> {
  const values: Record<string, string | null> = {};
  for (const field of ['name', 'description', 'filter_type', 'clause', 'group_key'] as const) if (field in input) values[field] = (input[field] as string | null) ?? null;
  if (values['group_key'] === '') values['group_key'] = null;
  if ('name' in values) await requireFree(db, 'row_level_security_filters', 'name', values['name'], row && Number(row['id']));
  const problem = 'clause' in values ? clauseProblem(values['clause'] ?? '') : undefined;
  if (problem) throw new HttpError(422, { message: { clause: [problem] } });
  return {
    values,
    links: {
      ...(input['tables'] ? { tables: await requireKnown(db, 'tables', 'tables', input['tables']) } : {}),
      ...(input['roles'] ? { roles: await requireKnown(db, 'ab_role', 'roles', input['roles']) } : {}),
    },
  };
}

/** REST resource `rowlevelsecurity` (contract §1.9). */
export function rowRuleResource(): ResourceDefinition {
  return {
    name: 'rowlevelsecurity',
    view: 'Row Level Security',
    noun: ['rule', 'rules'],
    table: 'row_level_security_filters',
    fields: {
      id: { kind: 'integer' },
      name: { kind: 'text' },
      description: { kind: 'text' },
      filter_type: { kind: 'text' },
      clause: { kind: 'text' },
      group_key: { kind: 'text' },
      ...auditFields(),
      tables: {
        relation: 'many', table: 'tables', through: { table: 'rls_filter_tables', local: 'rls_filter_id', target: 'table_id' },
        columns: { id: 'id', schema: 'schema', table_name: 'table_name' }, text: ['table_name'],
      },
      roles: { relation: 'many', table: 'ab_role', through: { table: 'rls_filter_roles', local: 'rls_filter_id', target: 'role_id' }, columns: { id: 'id', name: 'name' }, text: ['name'] },
    },
    listColumns: LIST,
    showColumns: [...LIST, 'description'],
    orderColumns: { id: 'id', name: 'name', filter_type: 'filter_type', clause: 'clause', group_key: 'group_key', changed_on_delta_humanized: 'changed_on', changed_on: 'changed_on' },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['id', 'name', 'description', 'filter_type', 'clause', 'group_key', 'tables', 'roles', 'created_by', 'changed_by'],
    editable: () => true,
    create: {
      body: { type: 'object', additionalProperties: false, required: ['name', 'filter_type', 'tables', 'roles', 'clause'], properties },
      plan: (input, context) => planOf(input, undefined, context),
      after: (_id, _input, { db }) => touchSecurity(db),
    },
    update: { body: { type: 'object', additionalProperties: false, properties }, plan: planOf, after: (_id, _input, _row, { db }) => touchSecurity(db) },
    remove: { before: (_ids, { db }) => touchSecurity(db) },
  };
}
