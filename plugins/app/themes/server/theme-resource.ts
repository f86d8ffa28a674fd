import type { JsonSchema } from '@orrery/sdk';
import { auditFields, HttpError } from '@orrery/sdk/server';
import type { ResourceDefinition, RouteDefinition, WritePlan } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { anyText } from '../../../data/rest/contract.ts';
import { checkThemeConfig } from './theme-config.ts';

const body = (required: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: [...required],
  properties: { theme_name: { type: 'string', minLength: 1, maxLength: 250 }, json_data: { type: 'string', minLength: 1 }, uuid: { type: 'string', format: 'uuid' } },
});

function valuesOf(input: Readonly<Record<string, unknown>>): Record<string, string> {
  const values: Record<string, string> = {};
  if (typeof input['theme_name'] === 'string') {
    values['theme_name'] = input['theme_name'].trim();
    if (values['theme_name'] === '') throw new HttpError(400, { message: { theme_name: ['Theme name cannot be empty.'] } });
  }
  if (typeof input['json_data'] === 'string') values['json_data'] = checkThemeConfig(input['json_data']);
  return values;
}

const columns = [
  'changed_on_delta_humanized', 'changed_by.first_name', 'changed_by.id', 'changed_by.last_name', 'created_on', 'created_by.first_name', 'created_by.id', 'created_by.last_name',
  'json_data', 'id', 'is_system', 'is_system_default', 'is_system_dark', 'theme_name', 'uuid',
];

/** REST resource `theme` (contract §1.9). System themes are refused by `editable`. */
export function themeResource(routes: readonly RouteDefinition[]): ResourceDefinition {
  return {
    name: 'theme',
    view: 'Theme',
    noun: ['theme', 'themes'],
    table: 'themes',
    alternateKeys: ['uuid'],
    fields: {
      id: { kind: 'integer' },
      uuid: { kind: 'uuid' },
      theme_name: { kind: 'text' },
      json_data: { kind: 'json-text' },
      is_system: { kind: 'boolean' },
      is_system_default: { kind: 'boolean' },
      is_system_dark: { kind: 'boolean' },
      ...auditFields(),
    },
    listColumns: columns,
    showColumns: columns,
    orderColumns: {
      'changed_by.first_name': () => sql`(select u.first_name from ab_user as u where u.id = t.changed_by_fk)`,
      changed_on_delta_humanized: 'changed_on',
      created_on: 'created_on',
      theme_name: 'theme_name',
    },
    defaultOrder: ['changed_on', 'desc'],
    searchColumns: ['id', 'uuid', 'theme_name', 'is_system', 'is_system_default', 'is_system_dark', 'created_by', 'changed_by'],
    operators: { theme_name: { theme_all_text: (value) => anyText(value, ['t.theme_name', 't.json_data']) } },
    editable(row) {
      if (row['is_system'] === 1) throw new HttpError(403, `The system theme ${row['theme_name']} comes from the settings of this server and cannot be changed here.`);
      return true;
    },
    permissions: ['can_export'],
    create: { body: body(['theme_name', 'json_data']), plan: (input): WritePlan => ({ values: { is_system: 0, is_system_default: 0, is_system_dark: 0, ...valuesOf(input) } }) },
    update: { body: body([]), plan: (input): WritePlan => ({ values: valuesOf(input) }) },
    remove: {
      async before(ids, { db }) {
        const used = await db.selectFrom('themes').select('theme_name').where('id', 'in', ids).where((where) => where.or([where('is_system_default', '=', 1), where('is_system_dark', '=', 1)])).execute();
        if (used.length > 0) throw new HttpError(422, `The application uses ${used.map((row) => row['theme_name']).join(', ')}. Unset it as the system theme first.`);
      },
    },
    routes,
  };
}
