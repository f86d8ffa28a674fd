import type { PluginContext } from '@orrery/sdk/web';
import { shownDashboard } from '../../../dashboard/contract.ts';
import type { ParentMethod } from '../channel/parent-channel.ts';

/** Parameters of the frame's address that are its own, not the dashboard's. */
const OWN = new Set(['uiConfig', 'show_filters', 'expand_filters']);

/** What the parent page may ask of the dashboard (census SEC-11). */
export function parentMethods(ctx: PluginContext, view: Window): Readonly<Record<string, ParentMethod>> {
  const shown = () => shownDashboard(ctx.store.getForeignState('dashboard'));
  return {
    getScrollSize() {
      const { body } = view.document;
      // The shell scrolls inside the body.
      const main = view.document.getElementById('main');
      return { width: Math.max(body.scrollWidth, main?.scrollWidth ?? 0), height: Math.max(body.scrollHeight, main?.scrollHeight ?? 0) };
    },
    getActiveTabs: () => shown()?.activeTabs ?? [],
    getDataMask: () => shown()?.dataMask ?? {},
    async getDashboardPermalink({ anchor }) {
      const dashboard = shown();
      if (!dashboard) throw new Error('The dashboard is not there yet');
      const urlParams = [...new URLSearchParams(ctx.router.location().search)].filter(([name]) => !OWN.has(name));
      const body = { dataMask: dashboard.dataMask, activeTabs: dashboard.activeTabs, urlParams, ...(typeof anchor === 'string' && anchor !== '' ? { anchor } : {}) };
      const { url } = await ctx.api.post<{ url: string }>(`/api/v1/dashboard/${dashboard.id}/permalink`, { body });
      return url;
    },
  };
}
