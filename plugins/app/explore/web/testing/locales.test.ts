import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advancedAnalyticsSection, chartTitleSection, sharedControls, timeseriesQuerySection } from '@orrery/sdk/viz';
import type { Choice, Control } from '@orrery/sdk/viz';
import { describe, expect, it } from 'vitest';
import de from '../../locales/de.json';
import en from '../../locales/en.json';
import manifest from '../../plugin.json';
import { FLIGHTS } from './explore-harness.tsx';

const has = (key: string) => key in en || `${key}_other` in en;

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sourceFiles(path) : /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe('texts', () => {
  it('are complete in both languages', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    expect(Object.values(de).every((text) => text.trim() !== '')).toBe(true);
  });
  it('keep their arguments in translation', () => {
    const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
    for (const [key, text] of Object.entries(en)) expect(names((de as Record<string, string>)[key] ?? ''), key).toEqual(names(text));
  });
  it('name every shared control and choice', () => {
    const texts = Object.values(sharedControls as Record<string, Control>).flatMap((control) => {
      const state = { formData: { datasource: '7__table', viz_type: 'x' }, dataset: FLIGHTS };
      const choices: readonly Choice[] = typeof control.choices === 'function' ? control.choices(state) : (control.choices ?? []);
      return [control.label, control.description ?? '', ...choices.map((choice) => choice.label)];
    });
    const sections = [timeseriesQuerySection, advancedAnalyticsSection, chartTitleSection].map((section) => section.label);
    const keys = [...texts, ...sections].flatMap((text) => /^%([^%\s]+)%$/.exec(text)?.[1] ?? []);
    expect(keys.filter((key) => !has(key))).toEqual([]);
  });
  it('exist for every key the code and the manifest name', () => {
    const source = sourceFiles(join(import.meta.dirname, '..')).map((file) => readFileSync(file, 'utf8')).join('\n');
    const used = [...source.matchAll(/\bt\(\s*'([^']+)'/g), ...source.matchAll(/'([a-z][\w-]*\.[a-z][\w-]*)'\s*:\s*'([a-z][\w-]*\.[a-z][\w-]*)'/g)];
    const keys = [...used.map((match) => match[1] ?? ''), ...[...JSON.stringify(manifest).matchAll(/%([^%"]+)%/g)].map((match) => match[1] ?? '')];
    expect(keys.filter((key) => key !== 'id' && !has(key))).toEqual([]);
  });
});
