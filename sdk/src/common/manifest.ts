import type { ExtensionPointDeclaration } from './extension-point.ts';
import type { JsonSchema } from './json.ts';

/**
 * `plugin.json`: everything the platform knows of a plugin before loading its code.
 * Unknown keys are errors. Texts may be `%key%`, resolved from `locales/<language>.json`.
 * @public
 */
export interface PluginManifest {
  readonly $schema?: string;
  readonly manifestVersion: 1;
  /** `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, at most 40 characters. Namespaces routes, slices, texts, CSS, actions, storage. */
  readonly id: string;
  /** Semantic version. */
  readonly version: string;
  readonly publisher: string;
  readonly displayName: string;
  readonly description: string;
  /** `sdk`: semver range pinned to a major (before 1.0 to a minor), e.g. `^0.1.0`. */
  readonly engines: { readonly sdk: string };
  /** Contract version of each extension point used, e.g. `{ "explore.viz-types": 1 }`. */
  readonly points?: Readonly<Record<string, number>>;
  readonly entry?: PluginEntry;
  /** Plugin id → semver range. */
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** Extension points this plugin offers to others. */
  readonly extensionPoints?: readonly ExtensionPointDeclaration[];
  /** Static halves by point id. */
  readonly contributes?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** `onStartup` needs `activationReason`; all other events are derived from `contributes`. */
  readonly activation?: readonly 'onStartup'[];
  readonly activationReason?: string;
  readonly capabilities?: readonly string[];
  /** JSON Schema of the plugin's settings; `x-scope: admin|user`, `x-secret: true` on properties. */
  readonly settings?: JsonSchema;
  /** Languages under `locales/`. */
  readonly locales?: readonly string[];
  /** Former ids, so that saved state and registry entries keep resolving. */
  readonly aliases?: readonly string[];
  readonly budgets?: { readonly gzipKb?: number; readonly activationMs?: number };
}

/** Paths relative to the folder of `plugin.json`. @public */
export interface PluginEntry {
  readonly web?: string;
  readonly server?: string;
  readonly styles?: readonly string[];
  readonly sandbox?: string;
}

/** How far the code of a plugin is trusted. @public */
export type TrustTier = 'builtin' | 'trusted' | 'sandboxed';

/** A manifest as the index serves it: texts resolved, URLs absolute, file hashes known. @public */
export interface IndexedPlugin {
  readonly manifest: PluginManifest;
  readonly source: 'builtin' | 'dynamic';
  readonly tier: TrustTier;
  /** Folder URL, with a trailing slash; entry paths are relative to it. */
  readonly baseUrl: string;
  /** Path relative to `baseUrl` → `sha384-…`. */
  readonly integrity: Readonly<Record<string, string>>;
  /** True when the application cannot run without it; it is never disabled or masked. */
  readonly required?: boolean;
  /** Set when an administrator disabled it; the plugin is listed but registers nothing. */
  readonly disabled?: string;
}

/** Life-cycle states. @public */
export type PluginState =
  | 'discovered'
  | 'validated'
  | 'resolved'
  | 'registered'
  | 'loading'
  | 'activating'
  | 'active'
  | 'deactivating'
  | 'rejected'
  | 'blocked'
  | 'loadFailed'
  | 'activationFailed'
  | 'quarantined'
  | 'disabled';
