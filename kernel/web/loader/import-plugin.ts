import type { Disposable, IndexedPlugin } from '@orrery/sdk';
import { PluginError } from '@orrery/sdk';
import type { I18nService } from '../i18n/create-i18n.ts';
import { addStyles } from './plugin-assets.ts';
import type { PluginIntegrity } from './plugin-integrity.ts';

type Messages = Readonly<Record<string, string>>;

/** What importing a plugin needs of the page. */
export interface ImportOptions {
  readonly document: Document;
  readonly i18n: I18nService;
  readonly integrity: PluginIntegrity;
  /** Files with texts other plugins contribute for one. */
  contributedTexts?(pluginId: string): readonly { readonly language: string; readonly url: string }[];
  readonly fetch?: typeof fetch;
  readonly importUrl?: (url: string) => Promise<Record<string, unknown>>;
}

/** A plugin's module, with what must go when the plugin does. */
export interface ImportedPlugin {
  readonly module: Readonly<Record<string, unknown>>;
  readonly leases: readonly Disposable[];
}

/**
 * Imports the code of plugins: styles, texts and module at the same time, the module's integrity before it runs.
 * Rejects with LOAD_NETWORK, INTEGRITY_MISMATCH, LOAD_EVALUATION or LOAD_EXPORT_SHAPE.
 */
export function createPluginImporter(options: ImportOptions): (plugin: IndexedPlugin, signal: AbortSignal) => Promise<ImportedPlugin> {
  const { document, i18n, integrity } = options;
  const importUrl = options.importUrl ?? ((url: string) => import(url) as Promise<Record<string, unknown>>);
  const request = options.fetch ?? ((input, init) => fetch(input, init));
  const attempts = new Map<string, number>();

  async function importModule(plugin: IndexedPlugin): Promise<Record<string, unknown>> {
    const { id, entry } = plugin.manifest;
    const file = entry?.web ?? '';
    const url = new URL(file, plugin.baseUrl).href;
    const attempt = attempts.get(url) ?? 0;
    attempts.set(url, attempt + 1);
    // Browsers remember a module that failed by its address: a new attempt needs a new one.
    const suffix = attempt === 0 ? '' : `?retry=${attempt}`;
    integrity.declare(plugin, suffix);
    await integrity.check(plugin, file, suffix);
    const module = await importUrl(url + suffix).catch((error: unknown) => {
      throw classify(id, url, error);
    });
    attempts.delete(url);
    if (typeof (module['default'] as { activate?: unknown } | null | undefined)?.activate !== 'function') {
      throw new PluginError('LOAD_EXPORT_SHAPE', id, `The entry of ${id} must export by default what definePlugin() answers.`, { context: { url } });
    }
    return module;
  }

  async function fetchTexts(plugin: IndexedPlugin, signal: AbortSignal): Promise<Messages | undefined> {
    const { language } = i18n;
    const offered = plugin.manifest.locales ?? [];
    const tag = [language, language.split('-')[0] ?? ''].find((each) => each !== 'en' && offered.includes(each));
    if (tag === undefined) return undefined;
    // English is in the module: without the file the plugin speaks English.
    return fetchMessages(new URL(`locales/${tag}.json`, plugin.baseUrl).href, signal);
  }

  async function fetchMessages(url: string, signal: AbortSignal): Promise<Messages | undefined> {
    const response = await request(url, { signal }).catch(() => undefined);
    return response?.ok ? ((await response.json().catch(() => undefined)) as Messages | undefined) : undefined;
  }

  /** Texts of other plugins for this one stand above its own. */
  function fetchContributed(id: string, signal: AbortSignal): Promise<readonly (Messages | undefined)[]> {
    const mine = (options.contributedTexts?.(id) ?? []).filter(({ language }) => i18n.language === language || i18n.language.startsWith(`${language}-`));
    return Promise.all(mine.map(({ url }) => fetchMessages(url, signal)));
  }

  return async (plugin, signal) => {
    const texts = i18n.forPlugin(plugin.manifest.id);
    const styles = addStyles(document, plugin);
    try {
      const [module, local, contributed] = await Promise.all([importModule(plugin), fetchTexts(plugin, signal), fetchContributed(plugin.manifest.id, signal), styles]);
      const english = module['messages'] as Messages | undefined;
      const leases = [await styles];
      if (english) leases.push(texts.addMessages('en', english));
      for (const messages of [local, ...contributed]) if (messages) leases.push(texts.addMessages(i18n.language, messages));
      return { module, leases };
    } catch (error) {
      void styles.then((added) => added.dispose());
      throw error;
    }
  };
}

/** What browsers say when a module could not be fetched; they have no code for it. */
const NETWORK = /failed to fetch dynamically imported|error loading dynamically imported|importing a module script failed/i;

function classify(id: string, url: string, cause: unknown): PluginError {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof TypeError && NETWORK.test(text)) {
    return new PluginError('LOAD_NETWORK', id, `The code of ${id} could not be fetched from ${url}.`, { cause, context: { url } });
  }
  return new PluginError('LOAD_EVALUATION', id, `The code of ${id} failed while it was loading: ${text}`, { cause, context: { url } });
}
