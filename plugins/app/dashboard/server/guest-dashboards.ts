import type { MetadataStore } from '@orrery/sdk/server';
import type { GuestResourceKind } from '../../security/contract.ts';
import type { DashboardTables } from '../contract.ts';

/** Which dashboards guest tokens may name: by the uuid of their embedding, or by id (contract §1.4). */
export function guestDashboards(metadata: MetadataStore): GuestResourceKind {
  return {
    async exists(id) {
      const db = metadata.db<DashboardTables>();
      if (/^\d{1,9}$/.test(id)) return (await db.selectFrom('dashboards').select('id').where('id', '=', Number(id)).executeTakeFirst()) !== undefined;
      return (await db.selectFrom('dashboard_embedded').select('uuid').where('uuid', '=', id).executeTakeFirst()) !== undefined;
    },
  };
}
