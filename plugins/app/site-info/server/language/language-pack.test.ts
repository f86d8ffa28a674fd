import { describe, expect, it } from 'vitest';
import { buildLanguagePack } from './language-pack.ts';

const messagesOf = (...catalogues: Parameters<typeof buildLanguagePack>[1]) => buildLanguagePack('de', catalogues).locale_data.superset;

describe('[contract §1.9] language pack', () => {
  it('finds translations by the English text', () => {
    const messages = messagesOf({ english: { 'a.save': 'Save', 'a.gone': 'Gone' }, translated: { 'a.save': 'Speichern', 'a.other': 'Anderes' } });
    expect(messages).toEqual({ '': { domain: 'superset', lang: 'de', plural_forms: 'nplurals=2; plural=(n != 1)' }, Save: ['Speichern'] });
  });

  it('writes values as Jed does, and both plural forms', () => {
    const english = { rows_one: '{{count}} row', rows_other: '{{count}} rows', share: '{{share}} of 100%', plain: '50%' };
    const translated = { rows_one: '{{count}} Zeile', rows_other: '{{count}} Zeilen', share: '{{share}} von 100%', plain: '50 %' };
    expect(messagesOf({ english, translated })).toMatchObject({ '%(count)s row': ['%(count)s Zeile', '%(count)s Zeilen'], '%(share)s of 100%%': ['%(share)s von 100%%'], '50%': ['50 %'] });
  });

  it('keeps the first plugin’s word where two differ, and no empty text', () => {
    const messages = messagesOf({ english: { a: 'Chart' }, translated: { a: 'Diagramm' } }, { english: { b: 'Chart', c: '' }, translated: { b: 'Grafik', c: 'x' } });
    expect(Object.keys(messages)).toEqual(['', 'Chart']);
    expect(messages['Chart']).toEqual(['Diagramm']);
  });
});
