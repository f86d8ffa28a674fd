import type { JsonObject } from '@orrery/sdk';
import { isTooDeep } from '../../../../data/rest/contract.ts';
import type { AssetTransfer } from '../../../import-export/contract.ts';
import type { ThemeTables } from '../../contract.ts';

/** How themes travel in bundles (contract §13). */
export const themeTransfer: AssetTransfer = {
  table: 'themes',
  schema: {
    type: 'object',
    required: ['theme_name', 'json_data', 'uuid', 'version'],
    properties: {
      theme_name: { type: 'string', minLength: 1, maxLength: 250 },
      json_data: { type: ['object', 'string'] },
      uuid: { type: 'string', format: 'uuid' },
      version: { const: '1.0.0' },
    },
  },
  async export(selection, { db }) {
    let query = db.as<ThemeTables>().selectFrom('themes').selectAll().orderBy('id');
    if (selection !== 'all') query = query.where('id', 'in', [...selection]);
    return (await query.execute()).map((row) => ({
      id: row.id,
      uuid: row.uuid,
      file: { name: row.theme_name, otherwise: row.id },
      withId: false,
      content: { theme_name: row.theme_name, json_data: JSON.parse(row.json_data) as JsonObject, uuid: row.uuid, version: '1.0.0' },
    }));
  },
  async identify(by, db) {
    const query = db.as<ThemeTables>().selectFrom('themes').select(['id', 'uuid']);
    return ('ids' in by ? query.where('id', 'in', [...by.ids]) : query.where('uuid', 'in', [...by.uuids])).execute();
  },
  async mayOverwrite(id, _user, db) {
    const system = await db.as<ThemeTables>().selectFrom('themes').select('id').where('id', '=', id).where('is_system', '=', 1).executeTakeFirst();
    return system === undefined;
  },
  async validate({ content }) {
    return configOf(content['json_data']) ? undefined : { json_data: ['Must be an object, or the JSON text of one.'] };
  },
  async import({ content, uuid }, target, { db, user, now, refuse }) {
    const config = configOf(content['json_data']) ?? refuse({ json_data: ['Must be an object, or the JSON text of one.'] });
    const values = { theme_name: String(content['theme_name']), json_data: JSON.stringify(config), changed_on: now, changed_by_fk: user.id };
    const themes = db.as<ThemeTables>();
    if (target.existingId !== undefined) {
      await themes.updateTable('themes').set(values).where('id', '=', target.existingId).execute();
      return target.existingId;
    }
    const row = { ...values, uuid, is_system: 0, is_system_default: 0, is_system_dark: 0, created_on: now, created_by_fk: user.id, ...(target.newId === undefined ? {} : { id: target.newId }) };
    return (await themes.insertInto('themes').values(row as ThemeTables['themes']).returning('id').executeTakeFirstOrThrow()).id;
  },
};

function configOf(value: unknown): JsonObject | undefined {
  try {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const config: unknown = isTooDeep(text) ? undefined : JSON.parse(text);
    return typeof config === 'object' && config !== null && !Array.isArray(config) ? (config as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
