import type { JsonObject, PluginManifest } from '@orrery/sdk';
import type { Bootstrap, PluginSettings } from '@orrery/sdk/web';

type Schema = { readonly properties?: Readonly<Record<string, { readonly default?: unknown }>> } | undefined;

/** Settings of one plugin as the page was served with them, else the first default its manifest gives. */
export function createSettings(manifest: PluginManifest, bootstrap: Bootstrap): PluginSettings {
  const schemas = [manifest.settings, ...(manifest.contributes?.['core.settings'] ?? []).map(({ schema }) => schema)] as readonly Schema[];
  const defaultOf = (key: string) => schemas.map((schema) => schema?.properties?.[key]?.default).find((value) => value !== undefined);
  // Read at each call: the settings page puts what it has saved there.
  const served = () => (bootstrap.common['plugin_settings'] as Record<string, JsonObject> | undefined)?.[manifest.id];
  return { get: <T>(key: string) => (served()?.[key] ?? defaultOf(key)) as T | undefined };
}
