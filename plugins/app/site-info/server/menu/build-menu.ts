import type { MenuEntry } from './menu-entries.ts';

/** An entry as the contract answers it (§1.9). */
export interface MenuItem {
  readonly name: string;
  readonly icon: string;
  readonly label: string;
  readonly url: string;
  readonly childs?: readonly MenuItem[];
}

/** The entries someone sees: leaves they hold, and groups with at least one of them. Pure. */
export function buildMenu(entries: readonly MenuEntry[], isSeen: (name: string) => boolean, root: string): readonly MenuItem[] {
  return entries.flatMap(({ name, label, icon = '', url, childs }) => {
    if (!isSeen(name)) return [];
    const below = childs ? buildMenu(childs, isSeen, root) : undefined;
    if (below?.length === 0) return [];
    return [{ name, icon, label, url: url === undefined ? '' : root + url, ...(below ? { childs: below } : {}) }];
  });
}
