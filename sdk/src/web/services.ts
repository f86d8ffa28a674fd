import type { Disposable, JsonObject, User } from '@orrery/sdk';

/** @public */
export type TranslateArgs = Readonly<Record<string, string | number>>;

/** Texts of one plugin; the namespace is the plugin's id, the keys are those of `locales/en.json`. @public */
export interface PluginI18n {
  /** BCP 47 tag, e.g. `en`, `de`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  t(key: string, args?: TranslateArgs): string;
  /** Adds texts at run time, e.g. the bundled English catalogue. */
  addMessages(language: string, messages: Readonly<Record<string, string>>): Disposable;
}

/** @public */
export type ThemeMode = 'light' | 'dark' | 'system';

/** Colours and measures a chart needs as values; everything else uses the CSS variables `--orrery-*`. @public */
export interface ThemeTokens {
  readonly scheme: 'light' | 'dark';
  readonly colors: Readonly<Record<
    'canvas' | 'surface' | 'surfaceRaised' | 'border' | 'text' | 'textSecondary' | 'accent' | 'accentText' | 'danger' | 'warning' | 'success' | 'info' | 'grid' | 'axis' | 'selection',
    string
  >>;
  readonly categorical: readonly string[];
  readonly sequential: readonly string[];
  readonly diverging: readonly string[];
  readonly fontFamily: string;
  readonly fontSize: number;
}

/** @public */
export interface ThemeService {
  readonly mode: ThemeMode;
  readonly tokens: ThemeTokens;
  setMode(mode: ThemeMode): void;
  onDidChange(listener: () => void): Disposable;
}

/** @public */
export interface CommandService {
  /** Runs `<pluginId>.<verbNoun>`, activating its plugin when needed. */
  execute(id: string, args?: JsonObject): Promise<unknown>;
}

/** @public */
export type ToastKind = 'info' | 'success' | 'warning' | 'danger';

/** What the shell draws on behalf of plugins. @public */
export interface ShellUi {
  /** Shows for 4 s (info, success), 6 s (warning), 8 s (danger) (census GEN-06). */
  toast(kind: ToastKind, message: string, options?: { action?: { label: string; run: () => void }; sticky?: boolean }): Disposable;
  confirm(question: { title: string; body?: string; confirmLabel: string; danger?: boolean }): Promise<boolean>;
  /** The page's name: the document title and the last breadcrumb. */
  setTitle(title: string): Disposable;
  /** 0 none, 1 hide navigation, 2 and title, 3 report (census ROUTE-36). */
  readonly standalone: 0 | 1 | 2 | 3;
}

/** Values per plugin. `storage` is this browser's, versioned by the plugin's id. @public */
export interface PluginStorage {
  get<T>(key: string): T | undefined;
  set(key: string, value: unknown): void;
  remove(key: string): void;
}

/** @public */
export interface PluginSettings {
  get<T>(key: string): T | undefined;
}

/** What the page was served with (census BOOT-01…07). @public */
export interface Bootstrap {
  readonly user: User;
  readonly common: {
    readonly application_root: string;
    readonly static_assets_prefix: string;
    readonly conf: JsonObject;
    readonly locale: string;
    readonly feature_flags: Readonly<Record<string, boolean>>;
    readonly [key: string]: unknown;
  };
  readonly embedded?: { readonly dashboard_id: string };
}

/** @public */
export interface Telemetry {
  /** An activity-log event (census GEN-10); batched and sent as a beacon. */
  event(name: string, fields?: JsonObject): void;
}
