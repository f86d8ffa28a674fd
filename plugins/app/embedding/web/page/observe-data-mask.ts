import type { DataMask, Disposable } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import { shownDashboard } from '../../../dashboard/contract.ts';

/** Bit of `uiConfig`: the parent wants to hear of changed filters. */
export const EMIT_DATA_MASKS = 16;

/** Tells of every change of filters and cross-filters (census SEC-11). */
export function observeDataMask(ctx: PluginContext, tell: (change: Readonly<Record<string, unknown>>) => void): Disposable {
  let before: Readonly<Record<string, DataMask>> | undefined;
  return ctx.store.subscribe(() => {
    const masks = shownDashboard(ctx.store.getForeignState('dashboard'))?.dataMask;
    if (!masks || masks === before) return;
    const last = before ?? {};
    before = masks;
    const changed = [...new Set([...Object.keys(last), ...Object.keys(masks)])].filter((id) => last[id] !== masks[id]);
    // Charts are keyed by number, native filters by a name.
    const isChart = (id: string) => /^\d+$/.test(id);
    tell({ ...masks, crossFiltersChanged: changed.some(isChart), nativeFiltersChanged: changed.some((id) => !isChart(id)) });
  });
}
