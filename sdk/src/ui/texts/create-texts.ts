import { useContext } from 'react';
import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { TranslateArgs } from '@orrery/sdk/web';
import { PluginScopeContext } from '@orrery/sdk/web';

type Messages = Readonly<Record<string, string>>;

const catalogues = new Map<string, Map<string, Messages[]>>();

/**
 * Adds texts of the SDK's own components in a further language; the last added wins.
 * Namespaces: `sdk-ui`, `sdk-list`. Keys as in the English catalogue, plurals as `key_one`, `key_other`.
 * @public
 */
export function addSdkTexts(namespace: string, language: string, messages: Messages): Disposable {
  const languages = catalogues.get(namespace) ?? new Map<string, Messages[]>();
  catalogues.set(namespace, languages);
  const stack = languages.get(language) ?? [];
  languages.set(language, stack);
  stack.push(messages);
  return toDisposable(() => void stack.splice(stack.indexOf(messages), 1));
}

function look(namespace: string, language: string, key: string): string | undefined {
  const languages = catalogues.get(namespace);
  for (const tag of [language, language.split(/[-_]/)[0] ?? '', 'en']) {
    const found = languages?.get(tag)?.findLast((messages) => key in messages)?.[key];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @internal */
export function formatText(namespace: string, language: string, key: string, args: TranslateArgs = {}): string {
  const count = args['count'];
  const plural = typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key;
  const text = look(namespace, language, plural) ?? look(namespace, language, `${key}_other`) ?? look(namespace, language, key) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = args[name];
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? '');
  });
}

/**
 * Texts of components that belong to no plugin. A plugin's own texts go through `useT` instead.
 * Answers a hook; the language is that of the surrounding plugin, or of the page.
 * @internal
 */
export function createTexts(namespace: string, byLanguage: Readonly<Record<string, Messages>>): () => SdkTranslate {
  for (const [language, messages] of Object.entries(byLanguage)) addSdkTexts(namespace, language, messages);
  // One function per language, so that hooks may depend on it.
  const functions = new Map<string, SdkTranslate>();
  return function useSdkTexts() {
    const language = useContext(PluginScopeContext)?.ctx.i18n.language ?? (document.documentElement.lang || 'en');
    const translate = functions.get(language) ?? ((key, args) => formatText(namespace, language, key, args));
    functions.set(language, translate);
    return translate;
  };
}

/** @internal */
export type SdkTranslate = (key: string, args?: TranslateArgs) => string;
