import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTitle } from '@orrery/sdk/web';
import { Button, EmptyState, Link, Skeleton, VisuallyHidden } from '@orrery/sdk/ui';
import { useKernel, useStore } from '../kernel-context.ts';
import { paletteState } from '../palette/palette-state.ts';
import { FaultPanel } from './fault-panel.tsx';

/** The page the address names, or what stands in for it. */
export function PageOutlet(): ReactNode {
  const { pages, Slot, ctx, history, safeMode } = useKernel();
  const state = useStore(pages, () => pages.state);
  const { t } = ctx.i18n;
  const isDone = state.kind !== 'loading';
  useEffect(() => {
    if (isDone) safeMode.settle();
  }, [isDone, safeMode]);
  switch (state.kind) {
    case 'loading':
      return (
        <div className="shell-page" role="status" aria-label={t('shell.loading')}>
          <Skeleton height={28} width={220} />
          <Skeleton lines={6} />
        </div>
      );
    case 'page': {
      const { match, Page } = state;
      return (
        <Slot key={match.route.key} pluginId={match.route.pluginId} contribution={match.route.key} params={match.params}>
          <Page />
        </Slot>
      );
    }
    case 'failed':
      return (
        <div className="shell-page">
          <FaultPanel pluginId={state.match.route.pluginId} contribution={state.match.route.key} error={state.error} onRetry={pages.retry} />
        </div>
      );
    case 'forbidden': {
      const [action = '', subject = ''] = state.match.route.value.permission ?? [];
      return (
        <>
          <HiddenTitle text={t('page.forbidden.title')} />
          <EmptyState title={t('page.forbidden.title')} description={t('page.forbidden.text', { action, subject })} icon="lock" action={<Link path="/">{t('page.missing.home')}</Link>} />
        </>
      );
    }
    case 'missing':
      return (
        <>
          <HiddenTitle text={t('page.missing.title')} />
          <EmptyState
            title={t('page.missing.title')}
            description={t('page.missing.text', { path: history.location.pathname })}
            icon="search"
            action={
              <div className="shell-actions">
                <Link path="/">{t('page.missing.home')}</Link>
                <Button size="small" icon="search" onClick={() => paletteState.set(true)}>
                  {t('page.missing.search')}
                </Button>
              </div>
            }
          />
        </>
      );
  }
}

/** Names a page that is nobody's: in the window's title, and as the heading for those who jump by headings. */
function HiddenTitle({ text }: { readonly text: string }): ReactNode {
  useTitle(text);
  return (
    <VisuallyHidden>
      <h1>{text}</h1>
    </VisuallyHidden>
  );
}
