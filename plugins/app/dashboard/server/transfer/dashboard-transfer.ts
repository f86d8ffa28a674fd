import type { DatasetService } from '../../../dataset/contract.ts';
import type { AssetTransfer } from '../../../import-export/contract.ts';
import type { DashboardTables } from '../../contract.ts';
import { dashboardFileSchema } from './dashboard-file.ts';
import { exportDashboards } from './export-dashboards.ts';
import { importDashboard } from './import-dashboard.ts';
import { readLegacyDashboards } from './legacy/read-legacy-dashboards.ts';

/** How dashboards travel in bundles (contract §13). */
export function dashboardTransfer(datasets: DatasetService, hasRoleAccess: boolean): AssetTransfer {
  return {
    table: 'dashboards',
    schema: dashboardFileSchema,
    export: (selection, context) => exportDashboards(selection, context, datasets, hasRoleAccess),
    async identify(by, db) {
      const query = db.as<DashboardTables>().selectFrom('dashboards').select(['id', 'uuid']);
      return ('ids' in by ? query.where('id', 'in', [...by.ids]) : query.where('uuid', 'in', [...by.uuids])).execute();
    },
    async mayOverwrite(id, user, db) {
      if (user.isAdmin) return true;
      const owned = await db.as<DashboardTables>().selectFrom('dashboard_user').select('dashboard_id').where('dashboard_id', '=', id).where('user_id', '=', user.id ?? -1).executeTakeFirst();
      return owned !== undefined;
    },
    import: importDashboard,
    readLegacy: readLegacyDashboards,
  };
}
