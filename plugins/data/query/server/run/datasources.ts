import type { User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { AccessVia, DatasetRecord, DatasetService } from '../../../../app/dataset/contract.ts';
import type { DatasourceRef } from '../context/query-plan.ts';
import { verboseNames } from '../result/verbose-names.ts';
import type { QueryDatasources } from './query-datasource.ts';

/** Finds what queries read, for those who may read it. */
export interface Datasources {
  /** Rejects with HttpError: 404 for an unknown one, 403 without the right to it, 422 for a kind nobody keeps. */
  readable(ref: DatasourceRef, user: User, via: AccessVia): Promise<DatasetRecord>;
  /** What people called its columns and metrics; nothing for what is no dataset. */
  names(ref: DatasourceRef): Promise<Readonly<Record<string, string>>>;
}

/** True for the kinds that are datasets: `table` is their older name. */
export function isDataset({ type }: Pick<DatasourceRef, 'type'>): boolean {
  return type === 'table' || type === 'dataset';
}

/** All kinds of datasources (contract §3.1). */
export function createDatasources(datasets: Pick<DatasetService, 'get' | 'requireAccessVia'>, queries?: QueryDatasources): Datasources {
  return {
    async names(ref) {
      const dataset = isDataset(ref) ? await datasets.get(ref.id) : undefined;
      return dataset ? verboseNames(dataset) : {};
    },
    async readable(ref, user, via) {
      if (isDataset(ref)) {
        const dataset = await datasets.get(ref.id);
        if (!dataset) throw new HttpError(404, 'Not found');
        await datasets.requireAccessVia(user, dataset, via);
        return dataset;
      }
      if (!queries || (ref.type !== 'query' && ref.type !== 'saved_query')) throw new HttpError(422, `Datasource type is not supported: ${ref.type}`);
      const query = await queries.readable(ref.type, ref.id, user);
      if (!query) throw new HttpError(404, 'Not found');
      return query;
    },
  };
}
