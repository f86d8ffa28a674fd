import type { ExtensionPointDeclaration, IndexedPlugin, PluginManifest } from '@orrery/sdk';

/** Texts of a plugin's manifest, by language; looked up once per plugin and language. */
export type ManifestTexts = (plugin: IndexedPlugin, language: string) => Readonly<Record<string, string>>;

/**
 * All plugins of this deployment, looked up by what is asked for. The shell gets only those it needs at start-up;
 * everything else costs nothing until a page asks for it (DESIGN §7: installed but unused plugins).
 */
export class PluginIndex {
  private plugins = new Map<string, IndexedPlugin>();
  private byPointKey = new Map<string, Map<string, IndexedPlugin[]>>();
  private last: [readonly IndexedPlugin[], ReadonlyMap<string, string>] = [[], new Map()];
  private readonly eager: ReadonlySet<string>;
  private readonly keys: ReadonlyMap<string, string>;

  constructor(
    corePoints: readonly ExtensionPointDeclaration[],
    private builtins: readonly IndexedPlugin[],
    private readonly texts: ManifestTexts,
  ) {
    const declared = [...corePoints, ...builtins.flatMap((plugin) => plugin.manifest.extensionPoints ?? [])];
    this.eager = new Set(declared.filter((point) => point.eager).map((point) => point.id));
    this.keys = new Map(declared.map((point) => [point.id, point.key]));
    this.setDynamic([]);
  }

  /** Replaces the built-in half, after a rebuild during development. */
  setBuiltins(builtins: readonly IndexedPlugin[]): void {
    this.builtins = builtins;
    this.setDynamic(...this.last);
  }

  /** Replaces the run-time half of the index; built-ins win over dynamic plugins of the same id. */
  setDynamic(dynamic: readonly IndexedPlugin[], disabled: ReadonlyMap<string, string> = new Map()): void {
    this.last = [dynamic, disabled];
    const all = new Map<string, IndexedPlugin>();
    for (const plugin of [...dynamic, ...this.builtins]) {
      const reason = plugin.required ? undefined : disabled.get(plugin.manifest.id);
      all.set(plugin.manifest.id, reason === undefined ? plugin : { ...plugin, disabled: reason });
    }
    this.plugins = all;
    this.byPointKey = new Map();
    for (const plugin of all.values()) this.indexContributions(plugin);
  }

  /** Plugins with contributions to eager points, or that declare points or start with the page. */
  shell(language: string): IndexedPlugin[] {
    return this.answer(
      [...this.plugins.values()].filter(
        ({ manifest }) => manifest.activation?.includes('onStartup') || Object.keys(manifest.contributes ?? {}).some((point) => this.eager.has(point)),
      ),
      language,
    );
  }

  byPoint(pointId: string, language: string): IndexedPlugin[] {
    return this.answer([...new Set([...(this.byPointKey.get(pointId)?.values() ?? [])].flat())], language);
  }

  byKeys(pointId: string, keys: readonly string[], language: string): IndexedPlugin[] {
    const point = this.byPointKey.get(pointId);
    return this.answer([...new Set(keys.flatMap((key) => point?.get(key) ?? []))], language);
  }

  /** A former id finds the plugin that carries it as an alias. */
  byIds(ids: readonly string[], language: string): IndexedPlugin[] {
    const found = ids.flatMap((id) => this.plugins.get(id) ?? [...this.plugins.values()].find((plugin) => plugin.manifest.aliases?.includes(id)) ?? []);
    return this.answer([...new Set(found)], language);
  }

  all(language: string): IndexedPlugin[] {
    return this.answer([...this.plugins.values()], language);
  }

  /** The answer always carries what a plugin depends on, so that one look-up is enough to activate it. */
  private answer(plugins: readonly IndexedPlugin[], language: string): IndexedPlugin[] {
    const closed = new Set<IndexedPlugin>();
    const add = (plugin: IndexedPlugin): void => {
      if (closed.has(plugin)) return;
      closed.add(plugin);
      for (const id of [...Object.keys(plugin.manifest.dependencies ?? {}), ...Object.keys(plugin.manifest.optionalDependencies ?? {})]) {
        const dependency = this.plugins.get(id);
        if (dependency) add(dependency);
      }
    };
    plugins.forEach(add);
    return [...closed].map((plugin) => this.translate(plugin, language));
  }

  private indexContributions(plugin: IndexedPlugin): void {
    for (const [pointId, items] of Object.entries(plugin.manifest.contributes ?? {})) {
      const point = this.byPointKey.get(pointId) ?? new Map<string, IndexedPlugin[]>();
      this.byPointKey.set(pointId, point);
      for (const item of items) {
        const key = String(item[this.keys.get(pointId) ?? 'id'] ?? '');
        point.set(key, [...(point.get(key) ?? []), plugin]);
      }
    }
  }

  private translate(plugin: IndexedPlugin, language: string): IndexedPlugin {
    const texts = this.texts(plugin, language);
    return { ...plugin, manifest: translateManifest(plugin.manifest, texts) };
  }
}

/** Replaces `%key%` texts; an unknown key shows itself. */
export function translateManifest(manifest: PluginManifest, texts: Readonly<Record<string, string>>): PluginManifest {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return /^%[^%\s]+%$/.test(value) ? (texts[value.slice(1, -1)] ?? value.slice(1, -1)) : value;
    if (Array.isArray(value)) return value.map(walk);
    if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
    return value;
  };
  return { ...manifest, displayName: String(walk(manifest.displayName)), description: String(walk(manifest.description)), contributes: walk(manifest.contributes ?? {}) as PluginManifest['contributes'] };
}
