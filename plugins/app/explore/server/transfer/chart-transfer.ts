import type { DatasetService } from '../../../dataset/contract.ts';
import type { AssetTransfer } from '../../../import-export/contract.ts';
import type { ChartTables } from '../../contract.ts';
import { chartFileSchema } from './chart-file.ts';
import { exportCharts } from './export-charts.ts';
import { importChart } from './import-chart.ts';

/** How charts travel in bundles (contract §13). */
export function chartTransfer(datasets: DatasetService): AssetTransfer {
  return {
    table: 'slices',
    schema: chartFileSchema,
    export: (selection, context) => exportCharts(selection, context, datasets),
    async identify(by, db) {
      const query = db.as<ChartTables>().selectFrom('slices').select(['id', 'uuid']);
      return ('ids' in by ? query.where('id', 'in', [...by.ids]) : query.where('uuid', 'in', [...by.uuids])).execute();
    },
    async mayOverwrite(id, user, db) {
      if (user.isAdmin) return true;
      const owned = await db.as<ChartTables>().selectFrom('slice_user').select('slice_id').where('slice_id', '=', id).where('user_id', '=', user.id ?? -1).executeTakeFirst();
      return owned !== undefined;
    },
    import: importChart,
  };
}
