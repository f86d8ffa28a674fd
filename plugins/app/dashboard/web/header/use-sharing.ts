import { useCallback } from 'react';
import { encodeRison } from '@orrery/sdk';
import { usePlugin, useT } from '@orrery/sdk/web';
import { openTabIds } from '../layout/active-tabs.ts';
import { useDashboard } from '../page/dashboard-services.ts';
import type { DashboardState } from '../state/dashboard-slice.ts';

/** Parameters that are not part of what is shared: they name states or ways of viewing of this browser. */
const PRIVATE = new Set(['native_filters', 'native_filters_key', 'permalink_key', 'edit', 'standalone', 'focused_chart']);

/** Copies a link that restores filters and tabs; `anchor` names the component it leads to. */
export function useSharing(): (anchor?: string) => Promise<void> {
  const ctx = usePlugin();
  const t = useT();
  const { model } = useDashboard();
  return useCallback(
    async (anchor) => {
      const state = ctx.store.getState() as DashboardState;
      const { pathname, search } = ctx.router.location();
      const urlParams = [...new URLSearchParams(search)].filter(([name]) => !PRIVATE.has(name));
      const body = { dataMask: state.masks, activeTabs: openTabIds(model.layout.body, state.activeTabs), urlParams, ...(anchor ? { anchor } : {}) };
      let url: string;
      try {
        url = (await ctx.api.post<{ url: string }>(`/api/v1/dashboard/${model.id}/permalink`, { body })).url;
      } catch {
        // Without stored links the address itself can carry the filters.
        const params = new URLSearchParams([...urlParams, ['native_filters', encodeRison(state.masks)]]);
        url = `${ctx.api.url(pathname)}?${params.toString()}${anchor ? `#${anchor}` : ''}`;
      }
      try {
        await navigator.clipboard.writeText(new URL(url, window.location.href).href);
        ctx.ui.toast('success', t('share.copied'));
      } catch {
        ctx.ui.toast('warning', t('share.copyFailed', { url }), { sticky: true });
      }
    },
    [ctx, model, t],
  );
}
