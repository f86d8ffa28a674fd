import type { JsonSchema } from '@orrery/sdk';
import { auditFields } from '@orrery/sdk/server';
import type { ResourceDefinition, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { anyText } from '../../../data/rest/contract.ts';

const body: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { template_name: { type: ['string', 'null'], maxLength: 250 }, css: { type: ['string', 'null'] } },
};

function plan(input: Readonly<Record<string, unknown>>): WritePlan {
  return { values: input as Record<string, string | null> };
}

const columns = ['changed_on_delta_humanized', 'changed_by.first_name', 'changed_by.id', 'changed_by.last_name', 'created_on', 'created_by.first_name', 'created_by.id', 'created_by.last_name', 'css', 'id', 'template_name'];

/** REST resource `css_template` (contract §1.9). */
export const cssTemplateResource: ResourceDefinition = {
  name: 'css_template',
  view: 'CssTemplate',
  noun: ['css template', 'css templates'],
  table: 'css_templates',
  fields: { id: { kind: 'integer' }, template_name: { kind: 'text' }, css: { kind: 'text' }, ...auditFields() },
  listColumns: columns,
  showColumns: columns,
  orderColumns: {
    'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
    changed_on_delta_humanized: 'changed_on',
    created_on: 'created_on',
    template_name: 'template_name',
  },
  defaultOrder: ['changed_on', 'desc'],
  searchColumns: ['id', 'template_name', 'created_by', 'changed_by'],
  operators: { template_name: { css_template_all_text: (value) => anyText(value, ['t.template_name', 't.css']) } },
  editable: () => true,
  invalidBody: 422,
  create: { body, plan },
  update: { body, plan },
};
