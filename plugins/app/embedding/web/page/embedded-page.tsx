import { useEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { EmptyState, Spinner } from '@orrery/sdk/ui';
import { Routes, usePlugin, useSlot, useT } from '@orrery/sdk/web';
import { openParentChannel } from '../channel/parent-channel.ts';
import { EMIT_DATA_MASKS, observeDataMask } from './observe-data-mask.ts';
import { parentMethods } from './parent-methods.ts';

type State = 'waiting' | 'silent' | 'frame' | 'refused' | 'missing' | 'ready';

const PATIENCE_MS = 15_000;
const DASHBOARD = 'dashboard.view';

/** The page at `/embedded/:uuid`: signs in with the guest token the parent sends, then draws the dashboard (census SEC-10, SEC-13). */
export function EmbeddedPage(): ReactNode {
  const ctx = usePlugin();
  const t = useT();
  const Slot = useSlot();
  const [state, setState] = useState<State>(window.parent === window ? 'frame' : 'waiting');
  const [Dashboard, setDashboard] = useState<ComponentType>();
  const isSignedIn = useRef(false);
  const id = ctx.bootstrap.embedded?.dashboard_id;

  useEffect(() => {
    if (window.parent === window) return;
    const { dataset } = document.documentElement;
    // While the token is on its way, so is the page it opens.
    ctx.points
      .load(Routes, DASHBOARD)
      .then((route) => route.load())
      .then((Page) => setDashboard(() => Page))
      .catch(() => setState('missing'));
    const signIn = async (token: string): Promise<void> => {
      dataset['guestToken'] = token;
      if (isSignedIn.current) return;
      try {
        await ctx.api.get('/api/v1/me/roles/', { redirectOn401: false });
        isSignedIn.current = true;
        setState((now) => (now === 'missing' ? now : 'ready'));
      } catch (error) {
        ctx.log.error('The guest token was refused', { error });
        setState('refused');
      }
    };
    const channel = openParentChannel(window, {
      ...parentMethods(ctx, window),
      guestToken: ({ guestToken }) => (typeof guestToken === 'string' ? signIn(guestToken) : undefined),
    });
    const uiConfig = Number(new URLSearchParams(window.location.search).get('uiConfig') ?? 0);
    const observer = uiConfig & EMIT_DATA_MASKS ? observeDataMask(ctx, (change) => channel.emit('observeDataMask', change)) : undefined;
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'silent' : now)), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      observer?.dispose();
      channel.dispose();
      delete dataset['guestToken'];
    };
  }, [ctx]);

  if (state === 'ready' && Dashboard && id !== undefined) {
    return (
      // The slot is the kernel's and never changes.
      // oxlint-disable-next-line react/static-components
      <Slot pluginId="dashboard" contribution={DASHBOARD} params={{ idOrSlug: id }}>
        <Dashboard />
      </Slot>
    );
  }
  if (state === 'waiting' || state === 'ready') {
    return (
      <div className="embedding-wait">
        <Spinner label={t(state === 'ready' ? 'page.loading' : 'page.waiting')} />
      </div>
    );
  }
  return (
    <div className="embedding-note">
      <EmptyState icon={state === 'refused' ? 'lock' : 'info'} title={t(`problem.${state}Title`)} description={t(`problem.${state}`)} />
    </div>
  );
}
