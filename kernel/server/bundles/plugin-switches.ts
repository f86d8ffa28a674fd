import type { MetadataStore } from '@orrery/sdk/server';
import type { PluginRuntimeApi } from '../../common/contract.ts';
import { activateAll } from '../start/activate-all.ts';
import type { BundleTables } from './dynamic-plugins.ts';

/** Plugins an administrator switched off, with the reason to show. */
export async function readSwitches(metadata: MetadataStore): Promise<ReadonlyMap<string, string>> {
  const rows = await metadata.db<BundleTables>().selectFrom('plugin_switches').selectAll().execute();
  return new Map(rows.map((row) => [row.plugin_id, row.reason]));
}

/** Lets the server half of a plugin, if it has one, follow its switch; `reason` is why it is off. Those that need it follow too. */
export async function switchServerHalf<Ctx>(runtime: PluginRuntimeApi<Ctx>, id: string, reason: string | undefined): Promise<void> {
  if (!runtime.status(id)?.plugin.manifest.entry?.server) return;
  if (reason === undefined) runtime.enable(id);
  else await runtime.disable(id, reason);
  await startWaiting(runtime, reason === undefined ? 'enabled' : 'onStartup');
}

/**
 * Starts every server half that can run: nothing on the server waits to be asked for. That includes those stopped because
 * they used a plugin that is gone and can do without it.
 */
export async function startWaiting<Ctx>(runtime: PluginRuntimeApi<Ctx>, reason: string): Promise<void> {
  const waiting = runtime.statuses().filter(({ plugin, state }) => state === 'registered' && plugin.manifest.entry?.server);
  await activateAll(waiting.map(({ plugin }) => plugin), (one) => runtime.activate(one, reason));
}
