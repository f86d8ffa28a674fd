import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import type { ThemeTables } from '../contract.ts';

const SETTINGS = ['THEME_DEFAULT', 'THEME_DARK'] as const;

/** Keeps the themes of the server's settings as system themes, so that dashboards can choose them; those no longer set go. */
export async function storeConfiguredThemes(metadata: MetadataStore, conf: JsonObject, now: number): Promise<void> {
  for (const theme_name of SETTINGS) {
    const config = conf[theme_name];
    const isSet = typeof config === 'object' && config !== null && !Array.isArray(config);
    await metadata.transaction<ThemeTables, void>(async (db) => {
      const known = await db.selectFrom('themes').select(['id', 'json_data']).where('is_system', '=', 1).where('theme_name', '=', theme_name).executeTakeFirst();
      if (!isSet) {
        if (known) await db.deleteFrom('themes').where('id', '=', known.id).execute();
        return;
      }
      const json_data = JSON.stringify(config);
      if (!known) {
        const theme = { uuid: randomUUID(), theme_name, json_data, is_system: 1, is_system_default: 0, is_system_dark: 0, created_on: now, changed_on: now, created_by_fk: null, changed_by_fk: null };
        await db.insertInto('themes').values(theme as ThemeTables['themes']).execute();
      } else if (known.json_data !== json_data) {
        await db.updateTable('themes').set({ json_data, changed_on: now }).where('id', '=', known.id).execute();
      }
    });
  }
}
