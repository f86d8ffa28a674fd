import { isApiError } from '@orrery/sdk/web';
import type { PluginContext } from '@orrery/sdk/web';
import type { Masks } from './chart-inputs.ts';

/** Identifies this browser tab, so that two tabs of one session keep apart filters (contract §8.5). */
const TAB_ID = Math.floor(Math.random() * 1_000_000) + 1;
/** Servers without the call are asked once. */
const without = new WeakSet<PluginContext>();

/** Stores the filters in force and lets the address name them, so that reloading and sharing restore the page. */
export async function saveFilterState(ctx: PluginContext, dashboardId: number, masks: Masks): Promise<void> {
  if (without.has(ctx)) return;
  const { pathname, search, hash } = ctx.router.location();
  const params = new URLSearchParams(search);
  const known = params.get('native_filters_key');
  const options = { params: { tab_id: TAB_ID }, body: { value: JSON.stringify(masks) } };
  try {
    // Never a PUT: the key in the address may be somebody else's. A POST from the same tab reuses the tab's own key.
    const { key } = await ctx.api.post<{ key: string }>(`/api/v1/dashboard/${dashboardId}/filter_state`, options);
    // The user may have gone elsewhere meanwhile.
    if (ctx.router.location().pathname !== pathname || key === known) return;
    params.set('native_filters_key', key);
    params.delete('permalink_key');
    params.delete('native_filters');
    ctx.router.navigateTo(`${pathname}?${params.toString()}${hash}`, { replace: true });
  } catch (error) {
    // A link that does not follow is no reason to disturb: the page itself is right. Share still works.
    if (isApiError(error) && (error.status === 404 || error.status === 405)) without.add(ctx);
    ctx.log.warn('Filters could not be stored for the address', { error: String(error) });
  }
}
