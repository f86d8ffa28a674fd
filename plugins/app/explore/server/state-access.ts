import type { User } from '@orrery/sdk';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { DatasetService } from '../../dataset/contract.ts';
import type { ChartTables } from '../contract.ts';

/** What unsaved or linked form data is about. */
export interface StateSubject {
  readonly datasource_id: number;
  readonly chart_id?: number | null | undefined;
}

/**
 * Asks for the right to what form data behind a key is about, whatever the address it is read through (contract §8.5): its
 * dataset, and its chart, that is one's own or stands on a dataset one may read. What is gone hides nothing any more.
 * The function it makes rejects with HttpError 403.
 */
export function createStateAccess(ctx: ServerPluginContext, datasets: DatasetService): (user: User, subject: StateSubject) => Promise<void> {
  const db = () => ctx.metadata.db<ChartTables>();

  async function requireDataset(user: User, id: number): Promise<void> {
    const dataset = await datasets.get(id);
    if (dataset) datasets.requireAccess(user, dataset);
  }

  return async (user, { datasource_id, chart_id }) => {
    await requireDataset(user, datasource_id);
    const chart = typeof chart_id === 'number' ? await db().selectFrom('slices').select('datasource_id').where('id', '=', chart_id).executeTakeFirst() : undefined;
    if (!chart || typeof chart_id !== 'number' || chart.datasource_id === datasource_id) return;
    const own = user.id === null ? undefined : await db().selectFrom('slice_user').select('slice_id').where('slice_id', '=', chart_id).where('user_id', '=', user.id).executeTakeFirst();
    if (!own) await requireDataset(user, chart.datasource_id);
  };
}
