import type { Disposable, PluginState } from '@orrery/sdk';
import { createToken } from '@orrery/sdk';
import { createRouteRef } from '@orrery/sdk/web';

/** `/plugins/`: every plugin, how it fares, and what to do about it. */
export const pluginsRoute = createRouteRef('plugin-manager.list');

/** How one plugin fares on this page. */
export interface PluginStateEntry {
  readonly id: string;
  readonly state: PluginState;
  /** `code` is one of PLUGIN_ERROR_CODES; `message` is its English text. */
  readonly reason?: { readonly code: string; readonly message: string };
  /** Milliseconds. */
  readonly loadMs?: number;
  readonly activateMs?: number;
  readonly faults: number;
}

/** The kernel's view of the plugins of this page; provided by the web kernel. */
export interface PluginStates {
  list(): readonly PluginStateEntry[];
  /** Tries a failed or paused plugin again; rejects when it fails again. */
  retry(id: string): void | Promise<void>;
  onDidChange(listener: () => void): Disposable;
}
export const PluginStates = createToken<PluginStates>('kernel', 'PluginStates', 1);
