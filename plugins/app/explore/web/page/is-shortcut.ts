import type { KeyboardEvent } from 'react';

/** True for Ctrl+key, or Command+key on a Mac. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key;
}
