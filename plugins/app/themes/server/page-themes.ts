import type { JsonObject } from '@orrery/sdk';
import type { BootstrapDataSource, MetadataStore } from '@orrery/sdk/server';
import { rememberVersion } from '@orrery/sdk/server';
import { isTooDeep } from '../../../data/rest/contract.ts';
import type { ThemeTables } from '../contract.ts';

function configOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function parse(text: string): JsonObject | undefined {
  try {
    return isTooDeep(text) ? undefined : configOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * The themes pages start with (`common.theme`, contract §1.11): those administrators set, where they may, else those of the
 * server's settings. Read again only when the metadata has changed.
 */
export function pageThemes(metadata: MetadataStore, conf: JsonObject): BootstrapDataSource {
  const enableUiThemeAdministration = conf['ENABLE_UI_THEME_ADMINISTRATION'] === true;
  const configured = { default: configOf(conf['THEME_DEFAULT']) ?? {}, dark: configOf(conf['THEME_DARK']) ?? {} };
  const read = rememberVersion<'theme', JsonObject>(
    () => metadata.dataVersion(),
    async () => {
      const set = enableUiThemeAdministration
        ? await metadata
            .db<ThemeTables>()
            .selectFrom('themes')
            .select(['json_data', 'is_system_default', 'is_system_dark'])
            .where((where) => where.or([where('is_system_default', '=', 1), where('is_system_dark', '=', 1)]))
            .execute()
        : [];
      const of = (column: 'is_system_default' | 'is_system_dark') => set.filter((row) => row[column] === 1).map(({ json_data }) => parse(json_data))[0];
      return { theme: { default: of('is_system_default') ?? configured.default, dark: of('is_system_dark') ?? configured.dark, enableUiThemeAdministration } };
    },
  );
  return () => read('theme');
}
