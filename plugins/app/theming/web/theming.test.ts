import { describe, expect, it } from 'vitest';
import type { ThemeMode, ThemeService } from '@orrery/sdk/web';
import english from '../locales/en.json';
import german from '../locales/de.json';
import manifest from '../plugin.json';
import { themeCommands } from './commands/theme-commands.ts';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

describe.each(manifest.contributes['core.themes'])('$id', ({ tokens }) => {
  it('[WCAG 1.4.3] every text colour has 4.5 on every ground', () => {
    for (const text of ['text', 'textSecondary', 'accent', 'danger', 'warning', 'success', 'info'] as const) {
      for (const ground of ['canvas', 'surface', 'surfaceRaised'] as const) expect([text, ground, contrast(tokens[text], tokens[ground]) >= 4.5]).toEqual([text, ground, true]);
    }
    expect(contrast(tokens.accentText, tokens.accent)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('commands', () => {
  it('[UI-01] cover what the manifest declares, and toggle by what is seen', () => {
    const modes: ThemeMode[] = [];
    const theme = { mode: 'system', tokens: { scheme: 'dark' }, setMode: (mode: ThemeMode) => void modes.push(mode) } as unknown as ThemeService;
    const commands = themeCommands(theme);
    expect(Object.keys(commands).sort()).toEqual(manifest.contributes['core.commands'].map(({ id }) => id).sort());
    commands['theming.toggleDark']?.();
    commands['theming.useSystem']?.();
    expect(modes).toEqual(['light', 'system']);
  });

  it('[I18N-01] German has every text of English, and both have those of the manifest', () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
    for (const [key] of JSON.stringify(manifest).matchAll(/(?<=")%[^%"]+%(?=")/g)) expect(english).toHaveProperty([key.slice(1, -1)]);
  });
});
