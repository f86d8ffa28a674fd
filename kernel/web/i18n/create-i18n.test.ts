// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createI18n } from './create-i18n.ts';

describe('i18n', () => {
  it('keeps the texts of plugins apart and falls back to English, then to the key', () => {
    const i18n = createI18n('de', undefined);
    const [a, b] = [i18n.forPlugin('a'), i18n.forPlugin('b')];
    a.addMessages('en', { 'save.confirm': 'Save {{name}}?', 'only.english': 'Only here' });
    a.addMessages('de', { 'save.confirm': '{{name}} speichern?' });
    expect(a.t('save.confirm', { name: '<A>' })).toBe('<A> speichern?');
    expect(a.t('only.english')).toBe('Only here');
    expect(b.t('save.confirm')).toBe('save.confirm');
  });

  it('chooses plural forms by language', () => {
    const { t, addMessages } = createI18n('de', undefined).forPlugin('a');
    addMessages('de', { rows_one: '{{count}} Zeile', rows_other: '{{count}} Zeilen' });
    expect([t('rows', { count: 1 }), t('rows', { count: 2 })]).toEqual(['1 Zeile', '2 Zeilen']);
  });

  it('leaves nothing behind', () => {
    const a = createI18n('en', undefined).forPlugin('a');
    const kept = a.addMessages('en', { one: 'One' });
    a.addMessages('en', { two: 'Two' }).dispose();
    expect([a.t('one'), a.t('two')]).toEqual(['One', 'two']);
    kept.dispose();
    expect(a.t('one')).toBe('one');
  });

  it('marks the document with language and direction', () => {
    createI18n('pt_BR', document.documentElement);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['pt-BR', 'ltr']);
    createI18n('ar', document.documentElement);
    expect(document.documentElement.dir).toBe('rtl');
  });
});
