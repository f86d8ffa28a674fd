import type { JsonObject } from '@orrery/sdk';
import { DisposableStore } from '@orrery/sdk';
import type { PluginContext, ThemeService } from '@orrery/sdk/web';
import { Commands, Keybindings, Routes } from '@orrery/sdk/web';
import type { ContextParts, PluginRuntime } from '@orrery/kernel/common';
import { createCommands } from '../../../../kernel/web/commands/create-commands.ts';
import { createPluginContext } from '../../../../kernel/web/context/create-plugin-context.ts';
import { createI18n } from '../../../../kernel/web/i18n/create-i18n.ts';
import { createPermissions } from '../../../../kernel/web/permissions/create-permissions.ts';
import { createBrowserHistory } from '../../../../kernel/web/routing/browser-history.ts';
import { createSliceStore } from '../../../../kernel/web/store/create-store.ts';
import type { FakeApi } from '../fakes/fake-api.ts';
import type { FakeBootstrap } from '../fakes/fake-bootstrap.ts';
import { fakeBootstrap } from '../fakes/fake-bootstrap.ts';
import type { ShellRecord } from '../fakes/fake-shell.ts';
import { fakeShell, fakeTheme } from '../fakes/fake-shell.ts';

/** What the page around the plugins is made of. */
export interface PageOptions {
  readonly api: FakeApi;
  readonly bootstrap?: FakeBootstrap;
  readonly routes: Readonly<Record<string, string>>;
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly confirm: (title: string) => boolean;
  readonly runtime: () => PluginRuntime<PluginContext>;
}

/** The page: the kernel's own store, router, texts, commands and permissions; only network, shell and theme are stand-ins. */
export interface TestPage {
  readonly theme: ThemeService;
  readonly shell: ShellRecord;
  /** Activity events plugins sent, as `<plugin>/<event>`. */
  readonly events: readonly { readonly name: string; readonly fields: JsonObject }[];
  /** Addresses plugins wanted from the server. */
  readonly loads: readonly string[];
  hasSlice(pluginId: string): boolean;
  createContext(parts: ContextParts): PluginContext;
  dispose(): void;
}

/** Creates the page in the window of the test. */
export function createPage({ api, bootstrap: given, routes, messages, confirm, runtime }: PageOptions): TestPage {
  const bootstrap = fakeBootstrap(given);
  const life = new DisposableStore();
  const events: { name: string; fields: JsonObject }[] = [];
  const loads: string[] = [];
  const { ui, record } = fakeShell(confirm);
  const theme = fakeTheme();
  const i18n = createI18n(bootstrap.common.locale, document.documentElement);
  for (const [pluginId, texts] of Object.entries(messages)) i18n.forPlugin(pluginId).addMessages('en', texts);
  const permissions = createPermissions(bootstrap.user);
  const history = createBrowserHistory(window, bootstrap.common.application_root, (message) => ui.confirm({ title: message, confirmLabel: '' }));
  life.add(history);
  const store = createSliceStore((pluginId, error) => runtime().fault(pluginId, error, 'reducer'));
  const others = Object.entries(routes).map(([id, path]) => ({ key: id, pluginId: '', point: Routes.id, value: { id, path, title: id } }));
  const commands = createCommands({
    commands: () => runtime().points.entries(Commands),
    keybindings: () => runtime().points.entries(Keybindings),
    run: async (id, args) => (await runtime().points.load(Commands, id)).run(args),
    can: permissions.can,
  });
  const page = {
    bootstrap,
    api,
    store,
    routing: { history, routes: () => [...runtime().points.entries(Routes), ...others], load: (url: string) => void loads.push(url) },
    permissions,
    storage: window.localStorage,
    i18n,
    theme,
    commands,
    ui,
    telemetry: { event: (id: string, name: string, fields: JsonObject = {}) => void events.push({ name: `${id}/${name}`, fields }), flush() {} },
    onFault: (pluginId: string, error: unknown, where: string) => runtime().fault(pluginId, error, where),
  };
  return {
    theme,
    shell: record,
    events,
    loads,
    hasSlice: (pluginId) => store.has(pluginId),
    createContext: (parts) => createPluginContext(page, parts),
    dispose: () => life.dispose(),
  };
}
