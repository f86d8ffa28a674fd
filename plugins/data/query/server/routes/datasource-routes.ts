import type { JsonObject } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition } from '@orrery/sdk/server';
import type { DatasetService } from '../../../../app/dataset/contract.ts';
import { isObject } from '../context/problems.ts';
import { scanRows } from '../delivery/scan-rows.ts';
import { shownTo } from '../delivery/answer-items.ts';
import type { QueryEngine } from '../query-engine.ts';
import type { RawItem } from '../result/raw-item.ts';
import { itemPieces, parseItem } from '../result/raw-item.ts';
import type { LimitConfig } from '../run/limits.ts';
import { validateExpression } from './validate-expression.ts';

/** Most values answered for one column (`FILTER_SELECT_ROW_LIMIT`). */
const VALUES_LIMIT = 10_000;
const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' } as const;

const positive = (text: string | undefined, fallback: number): number => {
  const number = Number(text ?? Number.NaN);
  return Number.isInteger(number) && number > 0 ? number : fallback;
};

/** One page of raw rows and their number. */
async function samples(engine: QueryEngine, request: HttpRequest, limits: LimitConfig): Promise<HttpResponse> {
  const { query, user, signal } = request;
  const body: JsonObject = isObject(request.body) ? request.body : {};
  const unknown = Object.keys(body).filter((key) => !['filters', 'granularity', 'time_range', 'extras'].includes(key));
  if (unknown.length > 0) throw new HttpError(400, { message: Object.fromEntries(unknown.map((key) => [key, ['Unknown field.']])) });
  const perPage = Math.min(positive(query['per_page'], limits.samplesRowLimit), limits.samplesRowLimit);
  const page = positive(query['page'], 1);
  const dashboard = Number(query['dashboard_id'] ?? Number.NaN);
  const context = {
    datasource: { id: Number(query['datasource_id']), type: query['datasource_type'] ?? 'table' },
    force: query['force'] === 'true',
    form_data: Number.isInteger(dashboard) ? { dashboardId: dashboard } : {},
  };
  // A bare preview has no bounds; rows to drill to keep the filters of the chart they come from.
  const isPreview = Object.keys(body).length === 0;
  const [rows, count] = await Promise.all([
    engine.run({ ...context, queries: [{ ...body, result_type: isPreview ? 'samples' : 'drill_detail', row_limit: perPage, row_offset: (page - 1) * perPage }] }, user, signal),
    engine.run({ ...context, queries: [{ ...body, columns: [], metrics: [COUNT] }] }, user, signal),
  ]);
  const total = Number(count[0] && parseItem(count[0]).data[0]?.[COUNT.label]);
  const [item] = rows;
  if (!item) throw new HttpError(404, 'Not found');
  const paged = shownTo(user, { ...item, head: { ...item.head, page, per_page: perPage, total_count: total } });
  // One item, not a list: this answer is older than contexts of several queries.
  return new HttpResponse({
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.concat([Buffer.from('{"result":'), ...itemPieces(paged), Buffer.from('}')]),
  });
}

/** Datasources with columns of their own are datasets, also called tables. */
function requireTable(type: string | undefined): void {
  if (type !== 'table' && type !== 'dataset') throw new HttpError(400, `Invalid datasource type: ${type ?? ''}`);
}

/** The values of an item's first column, byte for byte: long numbers keep their digits. */
function firstColumn(item: RawItem): HttpResponse {
  const pieces: Buffer[] = [];
  const next = scanRows(item, (column, start, end) => {
    if (column === 0) pieces.push(Buffer.from(pieces.length > 0 ? ',' : ''), item.data.subarray(start, end));
  });
  while (next());
  return new HttpResponse({
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.concat([Buffer.from('{"result":['), ...pieces, Buffer.from(']}')]),
  });
}

/** Raw rows, values and expressions of a dataset (contract §1.3). Every row passes the engine, and so row-level security. */
export function datasourceRoutes(engine: QueryEngine, datasets: Pick<DatasetService, 'get' | 'requireAccessVia'>, limits: LimitConfig): readonly RouteDefinition[] {
  return [
    {
      method: 'POST',
      path: '/datasource/samples',
      permission: ['can_samples', 'Datasource'],
      csrf: false,
      handler: (request) => samples(engine, request, limits),
    },
    {
      method: 'GET',
      path: '/api/v1/datasource/:type/:id/column/:name/values/',
      permission: ['can_get_column_values', 'Datasource'],
      async handler({ params, user, signal }) {
        requireTable(params['type']);
        const name = params['name'] ?? '';
        const dataset = await datasets.get(params['id'] ?? '');
        if (!dataset) throw new HttpError(404, 'Datasource does not exist');
        await datasets.requireAccessVia(user, dataset, {});
        const unable = (cause?: unknown) => new HttpError(400, `Unable to get column values for column: ${name}`, cause);
        if (!dataset.columns.some((column) => column.column_name === name)) throw unable();
        const query = { columns: [name], metrics: [], row_limit: VALUES_LIMIT, apply_fetch_values_predicate: true };
        const items = await engine.run({ datasource: { id: dataset.id, type: 'table' }, queries: [query] }, user, signal).catch((error: unknown) => {
          throw error instanceof HttpError && error.status === 400 ? unable(error) : error;
        });
        return items[0] ? firstColumn(items[0]) : { result: [] };
      },
    },
    {
      method: 'POST',
      path: '/api/v1/datasource/:type/:id/validate_expression/',
      permission: ['can_validate_expression', 'Datasource'],
      async handler({ params, body, user, signal }) {
        requireTable(params['type']);
        const dataset = await datasets.get(params['id'] ?? '');
        if (!dataset) throw new HttpError(404, 'Datasource does not exist');
        return { result: await validateExpression(engine, dataset, isObject(body) ? body : {}, user, signal) };
      },
    },
  ];
}
