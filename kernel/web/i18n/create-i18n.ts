import { createInstance } from 'i18next';
import type { i18n as I18next } from 'i18next';
import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { PluginI18n } from '@orrery/sdk/web';

const RTL = /^(?:ar|fa|he|ur|ps|sd|ug|yi|dv|ckb)\b/;

/** Texts of all plugins; a plugin's id is its namespace. */
export interface I18nService {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  forPlugin(pluginId: string): PluginI18n;
}

/** `pt_BR` of the server becomes `pt-BR` of the browser. */
export function toLanguageTag(locale: string): string {
  return locale.replace('_', '-');
}

/** Creates the texts for one language, English below it, and marks the document with language and direction. */
export function createI18n(locale: string, root: HTMLElement | undefined): I18nService {
  const language = toLanguageTag(locale || 'en');
  const direction = RTL.test(language) ? 'rtl' : 'ltr';
  if (root) {
    root.lang = language;
    root.dir = direction;
  }
  const i18n: I18next = createInstance();
  void i18n.init({
    lng: language,
    fallbackLng: 'en',
    ns: [],
    resources: {},
    // Keys are flat and contain dots; React escapes.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return {
    language,
    direction,
    forPlugin(pluginId) {
      const t = i18n.getFixedT(null, pluginId);
      return {
        language,
        direction,
        t: (key, args) => t(key, { ...args }),
        addMessages(tag: string, messages: Readonly<Record<string, string>>): Disposable {
          const bundle = toLanguageTag(tag);
          i18n.addResourceBundle(bundle, pluginId, messages, false, true);
          return toDisposable(() => {
            const left = { ...(i18n.getResourceBundle(bundle, pluginId) as Record<string, string>) };
            for (const key of Object.keys(messages)) if (left[key] === messages[key]) delete left[key];
            i18n.removeResourceBundle(bundle, pluginId);
            if (Object.keys(left).length > 0) i18n.addResourceBundle(bundle, pluginId, left);
          });
        },
      };
    },
  };
}
