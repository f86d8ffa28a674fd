import type { PluginContext } from '@orrery/sdk/web';
import { parseDatasource } from '@orrery/sdk/viz';
import { exploreRoute } from '../../contract.ts';
import { diffFormData } from '../model/diff-form-data.ts';
import { parseRequest, searchFor } from '../model/url-state.ts';
import type { ExploreServices } from '../services.ts';
import type { ExploreState } from './explore-state.ts';

/** Stores unsaved settings on the server; answers the key, or undefined when there is nothing to keep or nobody keeps it. */
export async function storeFormData(ctx: PluginContext, state: ExploreState, tabId: string): Promise<string | undefined> {
  const { formData, baseline, slice, formDataKey } = state;
  if (!formData || (slice && baseline && diffFormData(baseline, formData).length === 0)) return undefined;
  const { id, type } = parseDatasource(formData.datasource);
  const body = { datasource_id: id, datasource_type: type, ...(slice ? { chart_id: slice.slice_id } : {}), form_data: JSON.stringify(formData) };
  const store = (path: string, method: 'post' | 'put') => ctx.api[method]<{ key: string }>(path, { params: { tab_id: tabId }, body });
  try {
    const answer = formDataKey
      ? await store(`/api/v1/explore/form_data/${formDataKey}`, 'put').catch(() => store('/api/v1/explore/form_data', 'post'))
      : await store('/api/v1/explore/form_data', 'post');
    return answer.key;
  } catch (error) {
    // The address then restores the saved chart only; nothing on the page is lost.
    ctx.log.warn('Explore: unsaved settings could not be kept for the address', { error: String(error) });
    return undefined;
  }
}

/** Makes the address restore the chart as it stands. */
export function showAddress(ctx: PluginContext, { leaving }: ExploreServices, state: ExploreState, key: string | undefined, saveAction?: string): void {
  if (!state.formData || ctx.router.location().pathname.replace(/\/$/, '') !== '/explore') return;
  const search = searchFor(ctx.router.location().search, state.formData, key);
  if (saveAction) search['save_action'] = saveAction;
  ctx.store.dispatch({ type: 'explore/ADDRESS_CHANGED', request: parseRequest(new URLSearchParams(search).toString()), key });
  leaving.isOwnMove = true;
  ctx.router.navigate(exploreRoute, {}, { replace: true, search });
  // Routers look for blockers within the call or right after it.
  setTimeout(() => (leaving.isOwnMove = false), 0);
}
