import type { ComponentType } from 'react';
import type { JsonObject, JsonSchema } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';
import type { ApiError } from './client.ts';
import type { ThemeTokens } from './services.ts';

/** A page. Third-party paths live under `/x/<pluginId>/`. @public */
export interface RouteContribution {
  /** `<pluginId>.<route>`; also the id of its RouteRef. */
  readonly id: string;
  /** react-router syntax, e.g. `/superset/dashboard/:idOrSlug/`. */
  readonly path: string;
  readonly title: string;
  /** Permission pair needed; the server checks again. */
  readonly permission?: readonly [string, string];
  /** `shell` (default) has navigation and top bar; `blank` fills the window. */
  readonly layout?: 'shell' | 'blank';
  /** Pages open to callers who are not signed in. */
  readonly anonymous?: boolean;
}
/** @public */
export interface RouteCode {
  load(): Promise<ComponentType>;
}
/** @public */
export const Routes = createExtensionPoint<RouteContribution, RouteCode>({ id: 'core.routes', version: 1 });

/** An entry of the left rail; it needs no code. @public */
export interface NavItemContribution {
  readonly id: string;
  readonly label: string;
  /** Name of an icon of `@orrery/sdk/ui`. */
  readonly icon: string;
  readonly route: string;
  readonly group?: 'main' | 'data' | 'admin';
  readonly order?: number;
  readonly permission?: readonly [string, string];
}
/** @public */
export const NavItems = createExtensionPoint<NavItemContribution>({ id: 'core.nav-items', version: 1 });

/** @public */
export interface CommandContribution {
  /** `<pluginId>.<verbNoun>` */
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly argsSchema?: JsonSchema;
  readonly permission?: readonly [string, string];
  /** False keeps it out of the palette. */
  readonly palette?: boolean;
}
/** @public */
export interface CommandCode {
  run(args: JsonObject): unknown;
}
/** @public */
export const Commands = createExtensionPoint<CommandContribution, CommandCode>({ id: 'core.commands', version: 1 });

/** `keys`: e.g. `mod+k`, `g d`; `mod` is Ctrl, on a Mac Command. @public */
export interface KeybindingContribution {
  readonly id: string;
  readonly keys: string;
  readonly command: string;
}
/** @public */
export const Keybindings = createExtensionPoint<KeybindingContribution>({ id: 'core.keybindings', version: 1 });

/** @public */
export interface ContextMenuContribution {
  readonly id: string;
  /** `<plugin>.<place>`, defined by the plugin that draws the menu. */
  readonly location: string;
  readonly command: string;
  readonly order?: number;
}
/** @public */
export const ContextMenus = createExtensionPoint<ContextMenuContribution>({ id: 'core.context-menus', version: 1 });

/** A theme is data: tokens over a base scheme. @public */
export interface ThemeContribution {
  readonly id: string;
  readonly title: string;
  readonly scheme: 'light' | 'dark';
  readonly tokens: Partial<ThemeTokens['colors']>;
  readonly categorical?: readonly string[];
  readonly order?: number;
}
/** @public */
export const Themes = createExtensionPoint<ThemeContribution>({ id: 'core.themes', version: 1 });

/** Texts for a plugin one does not own. @public */
export interface TranslationContribution {
  readonly id: string;
  readonly language: string;
  /** Namespace, i.e. plugin id → file path. */
  readonly files: Readonly<Record<string, string>>;
}
/** @public */
export const Translations = createExtensionPoint<TranslationContribution>({ id: 'core.translations', version: 1 });

/** @public */
export interface FormatterContribution {
  readonly id: string;
  readonly title: string;
  readonly kind: 'number' | 'time';
}
/** @public */
export interface FormatterCode {
  format(value: number): string;
}
/** @public */
export const Formatters = createExtensionPoint<FormatterContribution, FormatterCode>({ id: 'core.formatters', version: 1 });

/** Draws errors of certain server error types. @public */
export interface ErrorPanelContribution {
  readonly id: string;
  readonly errorTypes: readonly string[];
}
/** @public */
export interface ErrorPanelCode {
  Panel: ComponentType<{ error: ApiError }>;
}
/** @public */
export const ErrorPanels = createExtensionPoint<ErrorPanelContribution, ErrorPanelCode>({ id: 'core.error-panels', version: 1 });

/** @public */
export interface SearchProviderContribution {
  readonly id: string;
  readonly title: string;
}
/** @public */
export interface SearchResult {
  readonly title: string;
  readonly subtitle?: string;
  readonly icon?: string;
  /** Path under the application root. */
  readonly path: string;
}
/** @public */
export interface SearchProviderCode {
  search(text: string, signal: AbortSignal): Promise<readonly SearchResult[]>;
}
/** @public */
export const SearchProviders = createExtensionPoint<SearchProviderContribution, SearchProviderCode>({ id: 'core.search-providers', version: 1 });

/** @public */
export interface TelemetrySinkContribution {
  readonly id: string;
}
/** @public */
export interface TelemetrySinkCode {
  write(events: readonly JsonObject[]): void;
}
/** @public */
export const TelemetrySinks = createExtensionPoint<TelemetrySinkContribution, TelemetrySinkCode>({ id: 'core.telemetry-sinks', version: 1 });

/** Named places of the shell others may draw into: `topbar.right`, `home.section`, `settings.section`. @public */
export interface PanelContribution {
  readonly id: string;
  readonly location: string;
  readonly title: string;
  readonly order?: number;
  readonly permission?: readonly [string, string];
}
/** @public */
export interface PanelCode {
  load(): Promise<ComponentType>;
}
/** @public */
export const Panels = createExtensionPoint<PanelContribution, PanelCode>({ id: 'core.panels', version: 1 });

/** A group of settings, drawn as a form from its schema on the settings page; read with `ctx.settings`, on the server with `SettingsService`. @public */
export interface SettingsContribution {
  /** `<pluginId>.<group>` */
  readonly id: string;
  readonly title: string;
  /** `admin`: one value for everybody, changed by administrators. `user`: everybody has their own. */
  readonly scope: 'admin' | 'user';
  /**
   * JSON Schema of an object; a property with `writeOnly` is a secret: it is stored sealed and never sent to the browser.
   * Pages of visitors who have not signed in know only properties with `x-public`.
   */
  readonly schema: JsonSchema;
  readonly order?: number;
  /** True when the plugin registers an Editor. */
  readonly editor?: boolean;
}
/** Replaces the generated form; of a group with `editor`. @public */
export interface SettingsCode {
  readonly Editor: ComponentType<{ readonly values: JsonObject; readonly onChange: (values: JsonObject) => void }>;
}
/** @public */
export const Settings = createExtensionPoint<SettingsContribution, SettingsCode>({ id: 'core.settings', version: 1 });

/** A permission pair a plugin asks for; the server knows it from the manifest, before any code runs. @public */
export interface PermissionContribution {
  readonly id: string;
  readonly pair: readonly [action: string, subject: string];
  readonly title: string;
  /** Standard roles that hold it by default; Admin always does. */
  readonly roles?: readonly ('Alpha' | 'Gamma' | 'sql_lab' | 'Public')[];
}
/** @public */
export const PermissionPairs = createExtensionPoint<PermissionContribution>({ id: 'core.permissions', version: 1 });

/** Code around calls of the API client. Only for plugins of the page's own realm. @public */
export interface ApiMiddlewareContribution {
  readonly id: string;
  /** Path prefixes under the application root, e.g. `/api/v1/chart/`. */
  readonly match: readonly string[];
  /** Why it is needed, for the one who installs it. */
  readonly reason: string;
  readonly order?: number;
}
/** One attempt of a call as it goes to the network. @public */
export interface ApiCall {
  readonly method: string;
  /** With the query, under the application root. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal;
}
/** @public */
export interface ApiMiddlewareCode {
  /** Must answer what `next` answers or a response of its own. One that throws is left out of the call. */
  handle(call: ApiCall, next: (call: ApiCall) => Promise<Response>): Promise<Response>;
}
/** @public */
export const ApiMiddlewares = createExtensionPoint<ApiMiddlewareContribution, ApiMiddlewareCode>({ id: 'core.api-middlewares', version: 1 });
