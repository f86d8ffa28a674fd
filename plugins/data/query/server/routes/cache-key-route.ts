import type { JsonObject } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { MetadataStore, RouteDefinition } from '@orrery/sdk/server';
import type { DatabaseTables } from '../../../../app/database/contract.ts';
import type { DatasetTables } from '../../../../app/dataset/contract.ts';
import type { Generations } from '../cache/generations.ts';
import { isObject } from '../context/problems.ts';

const UID = /^(\d+)__(?:table|dataset)$/;
const TYPES = new Set(['table', 'dataset', 'query', 'saved_query', 'view']);

function refuse(field: string, problem: string): never {
  throw new HttpError(400, { message: { [field]: [problem] } });
}

function list(body: JsonObject, key: string): readonly unknown[] {
  const value = body[key] ?? [];
  return Array.isArray(value) ? (value as unknown[]) : refuse(key, 'Not a valid list.');
}

/** Ids of the datasets a name stands for. */
async function idsOf(metadata: MetadataStore, named: unknown): Promise<readonly number[]> {
  if (!isObject(named)) return refuse('datasources', 'Invalid input type.');
  if (typeof named['datasource_type'] !== 'string' || !TYPES.has(named['datasource_type'])) return refuse('datasources', `datasource_type must be one of: ${[...TYPES].join(', ')}.`);
  const { database_name: database, datasource_name: table, schema, catalog } = named;
  if (typeof database !== 'string' || typeof table !== 'string') return [];
  let query = metadata
    .db<DatasetTables & DatabaseTables>()
    .selectFrom('tables as t')
    .innerJoin('dbs as d', 'd.id', 't.database_id')
    .select('t.id')
    .where('d.database_name', '=', database)
    .where('t.table_name', '=', table);
  if (typeof schema === 'string' && schema !== '') query = query.where('t.schema', '=', schema);
  if (typeof catalog === 'string' && catalog !== '') query = query.where('t.catalog', '=', catalog);
  return (await query.execute()).map(({ id }) => Number(id));
}

/** Declares the cached results of datasets void (contract §1.9 cachekey). Datasets nobody knows are passed over. */
export function cacheKeyRoute(metadata: MetadataStore, generations: Generations): RouteDefinition {
  return {
    method: 'POST',
    path: '/api/v1/cachekey/invalidate',
    permission: ['can_invalidate', 'CacheRestApi'],
    async handler({ body }) {
      if (!isObject(body)) throw new HttpError(400, 'Request is not JSON');
      for (const key of Object.keys(body)) if (key !== 'datasource_uids' && key !== 'datasources') refuse(key, 'Unknown field.');
      const byUid = list(body, 'datasource_uids').flatMap((uid) => {
        const id = typeof uid === 'string' ? UID.exec(uid)?.[1] : refuse('datasource_uids', 'Not a valid string.');
        return id === undefined ? [] : [Number(id)];
      });
      const named = await Promise.all(list(body, 'datasources').map((one) => idsOf(metadata, one)));
      await generations.raise([...new Set([...byUid, ...named.flat()])]);
      return new HttpResponse({ status: 201, body: {} });
    },
  };
}
