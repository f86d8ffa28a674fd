import type { ThemeTokens } from '@orrery/sdk/web';

/** The CSS declarations of a theme's colours: `surfaceRaised` becomes `--orrery-color-surface-raised`. */
export function themeVariables(tokens: ThemeTokens): string {
  return Object.entries(tokens.colors)
    .map(([name, value]) => `--orrery-color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${safeValue(value)}`)
    .join(';');
}

/** Themes are data of plugins: a value must not end its declaration. */
function safeValue(value: string): string {
  return /[;{}<>\\@]/.test(value) ? 'inherit' : value;
}
