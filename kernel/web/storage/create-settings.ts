import type { JsonObject, PluginManifest } from '@orrery/sdk';
import type { Bootstrap, PluginSettings } from '@orrery/sdk/web';

/** Settings of one plugin as the page was served with them, else the defaults of its manifest. */
export function createSettings(manifest: PluginManifest, bootstrap: Bootstrap): PluginSettings {
  const served = (bootstrap.common['plugin_settings'] as Record<string, JsonObject> | undefined)?.[manifest.id];
  const properties = manifest.settings?.['properties'] as Record<string, { default?: unknown }> | undefined;
  return { get: <T>(key: string) => (served?.[key] ?? properties?.[key]?.default) as T | undefined };
}
