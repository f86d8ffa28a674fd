import type { ContributionReader, JsonSchema } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';
import type { SettingsContribution } from '@orrery/sdk/web';

/** The point by its name; its reference in the SDK belongs to the browser half. */
const Settings = createExtensionPoint<SettingsContribution>({ id: 'core.settings', version: 1 });

/** One contributed group. Titles in its schema are still `%key%` here: whoever draws them reads them from the plugin index. */
export interface SettingGroup {
  readonly id: string;
  readonly plugin: string;
  readonly scope: 'admin' | 'user';
  readonly schema: JsonSchema;
}

/** All groups, those of administrators first, so that what people set for themselves comes after. */
export function settingGroups(points: ContributionReader): readonly SettingGroup[] {
  const groups = points.entries(Settings).map(({ key, pluginId, value }): SettingGroup => ({ id: key, plugin: pluginId, scope: value.scope, schema: value.schema }));
  return [...groups.filter(({ scope }) => scope === 'admin'), ...groups.filter(({ scope }) => scope === 'user')];
}
