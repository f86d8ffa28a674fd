import type { ThemeMode } from '@orrery/sdk/web';

/** Superset's key, so that a person's choice survives the move (census UI-01); its word for light is `default`. */
export const THEME_MODE_KEY = 'superset-theme-mode';

/** Reads the stored mode; anything unknown counts as `system`. */
export function readThemeMode(storage: Pick<Storage, 'getItem'> | undefined): ThemeMode {
  let stored: string | null | undefined;
  try {
    stored = storage?.getItem(THEME_MODE_KEY);
  } catch {
    // A forbidden storage has no opinion.
  }
  return stored === 'dark' ? 'dark' : stored === 'default' || stored === 'light' ? 'light' : 'system';
}
