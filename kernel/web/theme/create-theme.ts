import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { ThemeContribution, ThemeService, ThemeTokens } from '@orrery/sdk/web';
import { DEFAULT_TOKENS } from '@orrery/sdk/web';
import { readThemeMode, THEME_MODE_KEY } from './read-theme-mode.ts';
import { themeVariables } from './theme-variables.ts';

/** What the theme service works with. */
export interface ThemeOptions {
  readonly document: Document;
  readonly nonce: string;
  readonly storage: Storage | undefined;
  /** Themes contributed now, the preferred one first. */
  themes(): readonly ThemeContribution[];
}

/** The theme of the page; `refresh` is called when themes come or go. */
export interface KernelTheme extends ThemeService, Disposable {
  refresh(): void;
}

/** Keeps the page in the chosen scheme: an attribute on the root, variables in one style element, tokens for charts. */
export function createTheme({ document, nonce, storage, themes }: ThemeOptions): KernelTheme {
  const listeners = new Set<() => void>();
  const preference = document.defaultView?.matchMedia('(prefers-color-scheme: dark)');
  const style = document.createElement('style');
  style.nonce = nonce;
  document.head.append(style);
  let mode = readThemeMode(storage);
  let tokens: ThemeTokens = DEFAULT_TOKENS.light;

  const refresh = () => {
    const scheme = mode === 'system' ? (preference?.matches ? 'dark' : 'light') : mode;
    tokens = withTheme(DEFAULT_TOKENS[scheme], themes().find((theme) => theme.scheme === scheme));
    document.documentElement.dataset['theme'] = scheme;
    // The style sheet of the shell has the defaults; saying them again would only undo its print rules.
    const text = tokens === DEFAULT_TOKENS[scheme] ? '' : `@media screen{:root{${themeVariables(tokens)}}}`;
    if (style.textContent !== text) style.textContent = text;
    for (const listener of listeners) listener();
  };
  preference?.addEventListener('change', refresh);
  refresh();
  return {
    get mode() {
      return mode;
    },
    get tokens() {
      return tokens;
    },
    setMode(next) {
      mode = next;
      try {
        storage?.setItem(THEME_MODE_KEY, next === 'light' ? 'default' : next);
      } catch {
        // The choice then lasts as long as the page.
      }
      refresh();
    },
    onDidChange(listener) {
      // A wrapper of its own, so that one listener may be added twice.
      const entry = () => listener();
      listeners.add(entry);
      return toDisposable(() => listeners.delete(entry));
    },
    refresh,
    dispose() {
      preference?.removeEventListener('change', refresh);
      style.remove();
    },
  };
}

function withTheme(base: ThemeTokens, theme: ThemeContribution | undefined): ThemeTokens {
  if (!theme) return base;
  const colors = { ...base.colors, ...theme.tokens };
  const categorical = theme.categorical ?? base.categorical;
  const isSame = String(Object.values(colors)) === String(Object.values(base.colors)) && String(categorical) === String(base.categorical);
  return isSame ? base : { ...base, colors, categorical };
}
