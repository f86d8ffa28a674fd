import type { Catalogue } from './read-catalogues.ts';

/** A language pack in Jed's format (contract §1.9): the English text finds its translations, one per plural form. */
export interface LanguagePack {
  readonly domain: 'superset';
  readonly locale_data: { readonly superset: Readonly<Record<string, readonly string[] | { readonly domain: 'superset'; readonly lang: string; readonly plural_forms: string }>> };
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** Our texts name their values `{{count}}`, Jed's `%(count)s`, in which a lone percent sign is doubled. */
function toJed(text: string): string {
  return /\{\{\w+\}\}/.test(text) ? text.replace(/%/g, '%%').replace(/\{\{(\w+)\}\}/g, '%($1)s') : text;
}

/**
 * Builds the pack of a language from our texts, which are keyed by meaning: texts with the same key are each other's translation.
 * Where one English text has several, that of the first plugin holds. Pure.
 */
export function buildLanguagePack(language: string, catalogues: readonly Catalogue[]): LanguagePack {
  const messages = new Map<string, readonly string[]>();
  const add = (text: string, translations: readonly (string | undefined)[]): void => {
    const known = translations.filter((one) => one !== undefined);
    if (text !== '' && known.length === translations.length && !messages.has(toJed(text))) messages.set(toJed(text), known.map(toJed));
  };
  for (const { english, translated } of catalogues) {
    for (const [key, text] of Object.entries(english)) {
      if (!PLURAL.test(key)) add(text, [translated[key]]);
      else if (key.endsWith('_one')) add(text, [translated[key], translated[key.replace(PLURAL, '_other')]]);
    }
  }
  const header = { domain: 'superset', lang: language, plural_forms: 'nplurals=2; plural=(n != 1)' } as const;
  return { domain: 'superset', locale_data: { superset: { '': header, ...Object.fromEntries(messages) } } };
}
