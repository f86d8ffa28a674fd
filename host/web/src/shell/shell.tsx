import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from '@orrery/sdk/web';
import { useKernel, useStore } from '../kernel-context.ts';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { ToastRegion } from '../overlay/toast-region.tsx';
import { paletteState } from '../palette/palette-state.ts';
import { PageOutlet } from '../pages/page-outlet.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import { RailList, useNavEntries } from './rail.tsx';
import { RailToggle } from './rail-toggle.tsx';
import { SafeModeBanner } from './safe-mode-banner.tsx';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(() => import('../palette/palette.tsx').then(({ Palette: view }) => ({ default: view })));

/** The frame around every page: rail, top bar, content, and what floats above. */
export function Shell(): ReactNode {
  const kernel = useKernel();
  const { ctx, pages } = kernel;
  const { t } = ctx.i18n;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const state = useStore(pages, () => pages.state);
  const destinations = useNavEntries();
  const isPaletteOpen = useStore(paletteState, () => paletteState.isOpen);
  const isBlank = 'match' in state && state.match?.route.value.layout === 'blank';
  const hasFrame = !isBlank && ctx.ui.standalone === 0;
  const main = useFocusAfterNavigation();
  // Where benchmarks and real-user monitoring stop the clock for the frame.
  useEffect(() => void performance.mark('orrery:frame'), []);
  return (
    <div className={hasFrame ? 'shell' : 'shell shell--bare'}>
      <a className="shell-skip" href="#main">
        {t('shell.skip')}
      </a>
      {hasFrame && (
        <nav className="shell-rail" aria-label={t('shell.nav')}>
          <div className="shell-brand">
            <span className="shell-brand__mark" aria-hidden="true" />
            <span className="shell-brand__name">Orrery</span>
          </div>
          <div className="shell-rail__nav">
            <RailList />
          </div>
          <RailToggle />
        </nav>
      )}
      {hasFrame && <TopBar onMenu={() => setDrawerOpen(true)} />}
      <main id="main" ref={main} className="shell-main" tabIndex={-1}>
        {ctx.ui.standalone < 3 && <SafeModeBanner />}
        <PageOutlet />
      </main>
      {isDrawerOpen && <NavDrawer onClose={() => setDrawerOpen(false)} />}
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette kernel={kernel} destinations={destinations} onClose={() => paletteState.set(false)} />
        </Suspense>
      )}
      {ctx.ui.standalone < 3 && <ToastRegion />}
      <ConfirmDialog />
    </div>
  );
}

/** After going to another page the keyboard and screen readers begin with its content. */
function useFocusAfterNavigation(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.scrollTo?.(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
