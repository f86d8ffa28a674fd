// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThemeContribution } from '@orrery/sdk/web';
import { createTheme } from './create-theme.ts';
import { DEFAULT_TOKENS } from '@orrery/sdk/web';

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '';
});
const create = (themes: readonly ThemeContribution[] = []) => createTheme({ document, nonce: 'n', storage: localStorage, themes: () => themes });

describe('theme service', () => {
  it('[UI-01] keeps the mode under Superset’s key and tells listeners', () => {
    const theme = create();
    const heard = vi.fn();
    theme.onDidChange(heard);
    expect([theme.mode, document.documentElement.dataset['theme']]).toEqual(['system', 'light']);
    theme.setMode('dark');
    expect([theme.tokens.scheme, localStorage.getItem('superset-theme-mode'), document.documentElement.dataset['theme']]).toEqual(['dark', 'dark', 'dark']);
    theme.setMode('light');
    expect(localStorage.getItem('superset-theme-mode')).toBe('default');
    expect(create().mode).toBe('light');
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('writes the variables of a contributed theme with the nonce, never more than its values', () => {
    create([{ id: 'a.night', title: 'Night', scheme: 'light', tokens: { accent: '#123456', surfaceRaised: '#fff;} body{display:none' } }]);
    const style = document.head.querySelector('style');
    expect(style?.nonce).toBe('n');
    expect(style?.textContent).toContain('--orrery-color-accent:#123456');
    expect(style?.textContent).toContain('--orrery-color-surface-raised:inherit');
    expect(style?.textContent).not.toContain('display');
  });

  it('leaves nothing behind', () => {
    create().dispose();
    expect(document.head.querySelector('style')).toBeNull();
  });
});

describe.each(['light', 'dark'] as const)('%s tokens', (scheme) => {
  const { colors, categorical } = DEFAULT_TOKENS[scheme];
  const text = ['text', 'textSecondary', 'accent', 'danger', 'warning', 'success', 'info'] as const;
  const ground = ['canvas', 'surface', 'surfaceRaised'] as const;

  it.each(text.flatMap((name) => ground.map((below) => [name, below] as const)))('[WCAG 1.4.3] %s on %s has 4.5', (name, below) => {
    expect(contrast(colors[name], colors[below])).toBeGreaterThanOrEqual(4.5);
  });

  it('[WCAG 1.4.3] text on accent, danger and selection has 4.5', () => {
    expect(contrast(colors.accentText, colors.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.text, colors.selection)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.surface, colors.danger)).toBeGreaterThanOrEqual(4.5);
  });

  it('[WCAG 1.4.11] every category and the axis stand out from the card by 3', () => {
    for (const color of [...categorical, colors.axis]) expect([color, contrast(color, colors.surface) >= 3]).toEqual([color, true]);
  });

  it('tells neighbouring categories apart under red-green blindness', () => {
    const seen = categorical.map(deuteranopia);
    for (let at = 1; at < seen.length; at += 1) expect([at, distance(seen[at] ?? [], seen[at - 1] ?? []) > 30]).toEqual([at, true]);
  });
});

function deuteranopia(hex: string): number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [0.625 * r + 0.375 * g, 0.7 * r + 0.3 * g, 0.3 * g + 0.7 * b];
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)));
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1…21; 4.5 is enough for text, 3 for what is drawn (WCAG 2.2 AA). */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
