import type { ReactNode } from 'react';
import { IconButton, Link } from '@orrery/sdk/ui';
import { useKernel, useStore } from '../kernel-context.ts';
import { paletteState } from '../palette/palette-state.ts';
import { TopbarPanels } from './topbar-panels.tsx';
import { UserMenu } from './user-menu.tsx';

/** Where one is, search, what plugins add, and the account. */
export function TopBar({ onMenu }: { readonly onMenu: () => void }): ReactNode {
  const { ctx, titles } = useKernel();
  const { t } = ctx.i18n;
  const title = useStore(titles, () => titles.current);
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <header className="shell-topbar">
      <span className="shell-topbar__menu">
        <IconButton icon="menu" label={t('shell.nav.open')} onClick={onMenu} />
      </span>
      <nav className="shell-crumbs" aria-label={t('shell.breadcrumb')}>
        <ol>
          <li>
            <Link path="/">Orrery</Link>
          </li>
          {title !== '' && (
            <li>
              <span aria-current="page">{title}</span>
            </li>
          )}
        </ol>
      </nav>
      <button type="button" className="shell-search" aria-haspopup="dialog" onClick={() => paletteState.set(true)}>
        <span className="shell-search__text">{t('shell.search')}</span>
        <kbd className="shell-search__keys">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <TopbarPanels />
      <UserMenu />
    </header>
  );
}
