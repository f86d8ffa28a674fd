import { randomUUID } from 'node:crypto';
import { HttpError } from '@orrery/sdk/server';
import type { MetadataStore } from '@orrery/sdk/server';
import type { ChartStore } from '../../explore/contract.ts';
import type { DashboardStore, DashboardTables } from '../contract.ts';
import { applyMetadata, cleanSlug, withUuids } from './dashboard-metadata.ts';

/** Implements the service other plugins create dashboards with. */
export function createDashboardStore(metadata: MetadataStore, charts: ChartStore): DashboardStore {
  const db = () => metadata.db<DashboardTables>();

  return {
    async create(input) {
      if (input.uuid) {
        const known = await db().selectFrom('dashboards').select(['id', 'uuid']).where('uuid', '=', input.uuid).executeTakeFirst();
        if (known) return known;
      }
      const slug = cleanSlug(input.slug ?? null);
      if (slug && (await db().selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst())) {
        throw new HttpError(422, { message: { slug: ['Must be unique'] } });
      }
      const change = applyMetadata({ ...input.json_metadata, positions: input.positions });
      if (!change.positions) throw new HttpError(400, { message: { position_json: ['JSON not valid'] } });
      const { layout, chartIds } = change.positions;
      const known = await charts.getMany(chartIds);
      const now = Date.now();
      const owner = input.owners[0] ?? null;
      return metadata.transaction<DashboardTables, { id: number; uuid: string }>(async (transaction) => {
        const row = await transaction
          .insertInto('dashboards')
          .values({
            uuid: input.uuid ?? randomUUID(),
            slug,
            dashboard_title: input.dashboard_title,
            position_json: JSON.stringify(withUuids(layout, new Map(known.map(({ id, uuid }) => [id, uuid])))),
            json_metadata: change.json_metadata,
            css: input.css ?? null,
            published: input.published ? 1 : 0,
            created_on: now,
            changed_on: now,
            created_by_fk: owner,
            changed_by_fk: owner,
          } as DashboardTables['dashboards'])
          .returning(['id', 'uuid'])
          .executeTakeFirstOrThrow();
        for (const { id } of known) await transaction.insertInto('dashboard_slices').values({ dashboard_id: row.id, slice_id: id }).execute();
        for (const user_id of input.owners) await transaction.insertInto('dashboard_user').values({ dashboard_id: row.id, user_id }).execute();
        return row;
      });
    },
  };
}
