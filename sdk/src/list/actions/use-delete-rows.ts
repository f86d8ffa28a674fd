import { useCallback } from 'react';
import { isApiError, usePlugin } from '@orrery/sdk/web';
import type { ListRow } from '../declaration.ts';
import { useListText } from '../texts.ts';

/** Asks once, deletes one or many, and says how it went. Resolves true when the rows are gone. @public */
export function useDeleteRows<Row extends ListRow>(resource: string, name: (row: Row) => string): (rows: readonly Row[]) => Promise<boolean> {
  const { api, ui } = usePlugin();
  const t = useListText();
  return useCallback(
    async (rows) => {
      const [first] = rows;
      if (!first) return false;
      const names = rows.map(name).join(', ');
      const title = rows.length === 1 ? t('delete.title', { name: names }) : t('delete.titleMany', { count: rows.length });
      const isSure = await ui.confirm({ title, body: rows.length === 1 ? t('delete.body') : `${names}. ${t('delete.body')}`, confirmLabel: t('action.delete'), danger: true });
      if (!isSure) return false;
      try {
        if (rows.length === 1) await api.delete(`/api/v1/${resource}/${first.id}`);
        else await api.delete(`/api/v1/${resource}/`, { q: rows.map((row) => row.id) });
        ui.toast('success', t('delete.done', { name: names }));
        return true;
      } catch (error) {
        ui.toast('danger', t('delete.failed', { name: names, error: isApiError(error) ? error.message : String(error) }));
        return false;
      }
    },
    [api, ui, t, resource, name],
  );
}
