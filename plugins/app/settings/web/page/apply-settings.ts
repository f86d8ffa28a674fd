import type { Contribution, JsonObject } from '@orrery/sdk';
import type { Bootstrap, SettingsContribution } from '@orrery/sdk/web';
import { propertiesOf, secretPaths } from '../../common/schema-parts.ts';
import { mergeValues, withValueAt } from '../../common/value-at.ts';
import type { SettingsGroup } from '../../contract.ts';

/**
 * Puts what is stored now where this page was served its settings, so that `ctx.settings` of every plugin answers it at once.
 * This plugin's server half puts the same there with every page.
 */
export function applySettings(bootstrap: Bootstrap, groups: readonly { readonly group: SettingsGroup; readonly contribution: Contribution<SettingsContribution> }[]): void {
  const { common } = bootstrap as { readonly common: Record<string, unknown> };
  const all: Record<string, JsonObject> = { ...(common['plugin_settings'] as Record<string, JsonObject> | undefined) };
  const ordered = [...groups.filter(({ group }) => group.scope === 'admin'), ...groups.filter(({ group }) => group.scope === 'user')];
  for (const { group, contribution } of ordered) {
    const { schema } = contribution.value;
    const values = secretPaths(schema).reduce((rest, path) => withValueAt(rest, path, undefined), mergeValues(group.defaults, group.values));
    const names = propertiesOf(schema).map(([name]) => name);
    const others = Object.entries(all[group.plugin] ?? {}).filter(([name]) => !names.includes(name));
    all[group.plugin] = Object.fromEntries([...others, ...Object.entries(values)]);
  }
  common['plugin_settings'] = all;
}
