import { HttpError, HttpResponse, defineServerPlugin } from '@orrery/sdk/server';
import { DatabaseService } from '../../../app/database/contract.ts';
import { DatasetService } from '../../../app/dataset/contract.ts';
import { QueryService } from '../contract.ts';
import { isObject } from './context/problems.ts';
import { validateContext } from './context/validate-context.ts';
import { createQueryEngine, toQueryService } from './query-engine.ts';
import { parseItem, resultBody } from './result/raw-item.ts';
import { MAX_BATCH, batchLines } from './routes/batch-lines.ts';
import { csvResponse, verboseNames } from './routes/csv-response.ts';
import { readContext } from './routes/read-context.ts';
import { readLimits } from './run/limits.ts';

const BODY_LIMIT = 4 * 1024 * 1024;

export default defineServerPlugin({
  requires: { datasets: DatasetService, databases: DatabaseService },
  provides: { queries: QueryService },
  activate(ctx, { datasets, databases }) {
    const engine = createQueryEngine({
      datasets,
      databases,
      cache: ctx.cache,
      config: readLimits(ctx.config.conf),
      onCacheFailure: (error) => ctx.log.warn('A chart result could not be stored in the cache.', { error: error instanceof Error ? error.message : String(error) }),
      async chartCacheTimeout(id) {
        const db = ctx.metadata.db<{ slices: { id: number; cache_timeout: number | null } }>();
        // The charts plugin may be absent; its table then is too.
        const row = await db.selectFrom('slices').select('cache_timeout').where('id', '=', id).executeTakeFirst().catch(() => undefined);
        return row?.cache_timeout ?? null;
      },
    });

    ctx.permissions.declare([
      { pair: ['can_read', 'Chart'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_csv', 'Superset'], roles: ['Alpha', 'Gamma'] },
    ]);

    ctx.route({
      method: 'POST',
      path: '/api/v1/chart/data',
      permission: ['can_read', 'Chart'],
      multipart: true,
      // It only reads, and clients of the contract send no token (contract §0.2).
      csrf: false,
      bodyLimit: BODY_LIMIT,
      async handler(request) {
        const context = readContext(request);
        const format = isObject(context) ? context['result_format'] : undefined;
        if (format === 'xlsx') throw new HttpError(400, 'Excel files are not available yet. Download the data as CSV.');
        if (format === 'csv') ctx.permissions.require(request.user, 'can_csv', 'Superset');
        const items = await engine.run(context, request.user, request.signal);
        if (format !== 'csv') return new HttpResponse({ headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }, body: resultBody(items) });
        const dataset = await datasets.get(validateContext(context).datasource.id);
        return csvResponse(items.map(parseItem), dataset ? verboseNames(dataset) : {});
      },
    });

    ctx.route({
      method: 'POST',
      path: '/api/v1/chart/data/batch',
      permission: ['can_read', 'Chart'],
      bodyLimit: BODY_LIMIT,
      handler(request) {
        const contexts = isObject(request.body) ? request.body['queries'] : undefined;
        if (!Array.isArray(contexts) || contexts.length === 0 || contexts.length > MAX_BATCH) {
          throw new HttpError(400, `Request is incorrect: {'queries': ['Must be a list of 1 to ${MAX_BATCH} query contexts.']}`);
        }
        const onFailure = (error: unknown): void => ctx.log.error('A query of a batch failed unexpectedly.', { error: error instanceof Error ? error.message : String(error) });
        return new HttpResponse({
          headers: { 'content-type': 'application/x-ndjson' },
          stream: batchLines(engine, contexts as unknown[], request.user, request.signal, onFailure),
        });
      },
    });

    return { queries: toQueryService(engine) };
  },
});
