import type { JsonObject, User } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import { isObject } from '../context/problems.ts';
import type { DatasourceRef } from '../context/query-plan.ts';
import { validateDatasource } from '../context/validate-datasource.ts';
import { scanRows } from '../delivery/scan-rows.ts';
import { shownTo } from '../delivery/answer-items.ts';
import type { QueryEngine } from '../query-engine.ts';
import type { RawItem } from '../result/raw-item.ts';
import { itemPieces, parseItem } from '../result/raw-item.ts';
import type { Datasources } from '../run/datasources.ts';
import type { LimitConfig } from '../run/limits.ts';
import { validateExpression } from './validate-expression.ts';

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

/** The datasource an address names. Rejects with the words of these routes. */
async function addressed(datasources: Datasources, { type, id }: Readonly<Record<string, string>>, user: User): Promise<{ readonly ref: DatasourceRef; readonly dataset: DatasetRecord }> {
  const ref = validateDatasource({ type, id }, {});
  if (!ref) throw new HttpError(400, `Invalid datasource type: ${type ?? ''}`);
  try {
    return { ref, dataset: await datasources.readable(ref, user, {}) };
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) throw new HttpError(404, 'Datasource does not exist', error);
    if (error instanceof HttpError && error.status === 422) throw new HttpError(400, `Invalid datasource type: ${type ?? ''}`, error);
    throw error;
  }
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
export function datasourceRoutes(engine: QueryEngine, datasources: Datasources, limits: LimitConfig): readonly RouteDefinition[] {
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
        const name = params['name'] ?? '';
        const { ref, dataset } = await addressed(datasources, params, user);
        const unable = (cause?: unknown) => new HttpError(400, `Unable to get column values for column: ${name}`, cause);
        if (!dataset.columns.some((column) => column.column_name === name)) throw unable();
        const query = { columns: [name], metrics: [], row_limit: limits.filterSelectRowLimit, apply_fetch_values_predicate: true };
        const items = await engine.run({ datasource: ref, queries: [query] }, user, signal).catch((error: unknown) => {
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
        const { ref, dataset } = await addressed(datasources, params, user);
        return { result: await validateExpression(engine, ref, dataset, isObject(body) ? body : {}, user, signal) };
      },
    },
  ];
}
