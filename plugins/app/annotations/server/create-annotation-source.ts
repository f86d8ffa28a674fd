import type { MetadataStore } from '@orrery/sdk/server';
import type { AnnotationSource } from '../../../data/query/contract.ts';
import type { AnnotationTables } from './tables.ts';

/** Reads native layers for charts (contract §3.6). */
export function createAnnotationSource(metadata: MetadataStore): AnnotationSource {
  return {
    async records(layerId) {
      const rows = await metadata
        .db<AnnotationTables>()
        .selectFrom('annotation')
        .select(['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'])
        .where('layer_id', '=', layerId)
        .orderBy('start_dttm')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, start_dttm: Number(row.start_dttm), end_dttm: Number(row.end_dttm) }));
    },
  };
}
