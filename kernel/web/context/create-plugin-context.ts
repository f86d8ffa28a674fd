import type { Permissions } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { ApiClient, Bootstrap, PluginContext, ShellUi, ThemeService } from '@orrery/sdk/web';
import type { ContextParts } from '../../common/contract.ts';
import type { KernelCommands } from '../commands/create-commands.ts';
import type { I18nService } from '../i18n/create-i18n.ts';
import { createLogger } from '../log/create-logger.ts';
import type { RouterOptions } from '../routing/create-router.ts';
import { createRouter } from '../routing/create-router.ts';
import { createSettings } from '../storage/create-settings.ts';
import { createStorage } from '../storage/create-storage.ts';
import { createPluginStore } from '../store/create-plugin-store.ts';
import type { SliceStore } from '../store/create-store.ts';
import type { TelemetryQueue } from '../telemetry/create-telemetry.ts';

/** The services of the page that every plugin gets its own view of. */
export interface PageServices {
  readonly bootstrap: Bootstrap;
  readonly api: { forPlugin(signal: AbortSignal): ApiClient };
  readonly store: SliceStore;
  readonly routing: RouterOptions;
  readonly permissions: Permissions;
  readonly storage: Storage | undefined;
  readonly i18n: I18nService;
  readonly theme: ThemeService;
  readonly commands: KernelCommands;
  readonly ui: ShellUi;
  readonly telemetry: TelemetryQueue;
  onFault(pluginId: string, error: unknown, where: string): void;
}

/** Makes all that a plugin can reach. Whatever it registers through it is in `parts.subscriptions`. */
export function createPluginContext(page: PageServices, parts: ContextParts): PluginContext {
  const { plugin, signal, subscriptions, points, hooks } = parts;
  const { id, version, capabilities } = plugin.manifest;
  /** Lets a plugin take back early what would otherwise go with it. */
  const own = <T extends { dispose(): void }>(inner: T): T & { dispose(): void } => {
    const lease = toDisposable(() => {
      subscriptions.delete(lease);
      inner.dispose();
    });
    subscriptions.add(lease);
    return { ...inner, dispose: () => lease.dispose() };
  };
  const i18n = page.i18n.forPlugin(id);
  const { theme, ui } = page;
  return Object.freeze({
    plugin: Object.freeze({ id, version, tier: plugin.tier, capabilities: capabilities ?? [], assetsUrl: plugin.baseUrl }),
    signal,
    subscriptions,
    contribute: parts.contribute,
    points,
    hooks,
    store: createPluginStore(page.store, id, subscriptions, page.onFault),
    api: page.api.forPlugin(signal),
    router: createRouter(page.routing, subscriptions),
    permissions: page.permissions,
    settings: createSettings(plugin.manifest, page.bootstrap),
    storage: createStorage(id, page.storage),
    i18n: { ...i18n, addMessages: (language: string, messages: Readonly<Record<string, string>>) => own(i18n.addMessages(language, messages)) },
    theme: {
      get mode() {
        return theme.mode;
      },
      get tokens() {
        return theme.tokens;
      },
      setMode: (mode) => theme.setMode(mode),
      onDidChange: (listener) => own(theme.onDidChange(listener)),
    },
    commands: { execute: (command, args) => page.commands.execute(command, args) },
    ui: {
      standalone: ui.standalone,
      toast: (kind, message, options) => own(ui.toast(kind, message, options)),
      confirm: (question) => ui.confirm(question),
      setTitle: (title) => own(ui.setTitle(title)),
    },
    bootstrap: page.bootstrap,
    log: createLogger(id),
    telemetry: { event: (name, fields) => page.telemetry.event(id, name, fields) },
  } satisfies PluginContext);
}
