import type { ThemeService } from '@orrery/sdk/web';

/** What the commands do, by id. */
export function themeCommands(theme: ThemeService): Readonly<Record<string, () => void>> {
  return {
    'theming.toggleDark': () => theme.setMode(theme.tokens.scheme === 'dark' ? 'light' : 'dark'),
    'theming.useLight': () => theme.setMode('light'),
    'theming.useDark': () => theme.setMode('dark'),
    'theming.useSystem': () => theme.setMode('system'),
  };
}
