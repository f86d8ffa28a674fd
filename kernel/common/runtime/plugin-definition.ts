import type { IndexedPlugin, TokenMap } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import type { RuntimeHost } from '../contract.ts';
import { toPluginError } from '../errors/to-plugin-error.ts';
import { DEADLINES, withDeadline } from '../lifecycle/deadlines.ts';

/** What both halves of the SDK's plugin definitions have in common. */
export interface AnyDefinition<Ctx> {
  readonly requires?: TokenMap;
  readonly optional?: TokenMap;
  readonly provides?: TokenMap;
  activate(ctx: Ctx, services: Readonly<Record<string, unknown>>): unknown;
  deactivate?(): void | Promise<void>;
}

/** The code of a plugin as imported. */
export interface LoadedCode<Ctx> {
  readonly module: Readonly<Record<string, unknown>>;
  readonly definition: AnyDefinition<Ctx>;
}

/** What browsers say when a module could not be fetched; they have no code for it. */
const NETWORK_MESSAGES = /failed to fetch dynamically imported|error loading dynamically imported|importing a module script failed|load failed|networkerror/i;

/** Imports a plugin's code. Rejects with a LOAD_… error; a plugin without code for this half is one that does nothing. */
export async function loadDefinition<Ctx>(host: RuntimeHost<Ctx>, plugin: IndexedPlugin, signal: AbortSignal): Promise<LoadedCode<Ctx>> {
  const { id, entry } = plugin.manifest;
  if (!entry?.[host.half]) return { module: {}, definition: { activate() {} } };
  const ms = host.timeouts?.loadMs ?? DEADLINES.loadMs;
  const late = (): Error => new PluginError('LOAD_TIMEOUT', id, `The code of ${id} did not arrive within ${ms / 1000} s`, { context: { ms } });
  let module: LoadedCode<Ctx>['module'];
  try {
    module = await withDeadline(host.importModule(plugin, signal), ms, late, signal);
  } catch (error) {
    const isNetwork = error instanceof Error && NETWORK_MESSAGES.test(error.message);
    throw isNetwork
      ? toPluginError(error, 'LOAD_NETWORK', id, `The code of ${id} could not be fetched`)
      : toPluginError(error, 'LOAD_EVALUATION', id, `The code of ${id} failed while it was loading`);
  }
  const definition = module['default'] as Partial<AnyDefinition<Ctx>> | null | undefined;
  if (typeof definition?.activate !== 'function') {
    throw new PluginError('LOAD_EXPORT_SHAPE', id, `The entry of ${id} must export by default what definePlugin() answers`);
  }
  return { module, definition: definition as AnyDefinition<Ctx> };
}
