import { encodeRison } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';

/** Downloads the export bundle of some rows (contract §0.5). @public */
export function downloadExport(ctx: Pick<PluginContext, 'api'>, resource: string, ids: readonly number[]): void {
  const anchor = document.createElement('a');
  anchor.href = ctx.api.url(`/api/v1/${resource}/export/?q=${encodeURIComponent(encodeRison(ids))}`);
  anchor.download = '';
  anchor.click();
}
