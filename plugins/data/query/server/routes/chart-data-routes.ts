import type { JsonObject } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition } from '@orrery/sdk/server';
import type { StoredCharts } from '../charts/stored-charts.ts';
import { chartContext } from '../charts/stored-charts.ts';
import { isObject } from '../context/problems.ts';
import { itemWriter } from '../delivery/answer-items.ts';
import type { QueryEngine } from '../query-engine.ts';
import { MAX_BATCH, batchLines } from './batch-lines.ts';
import type { ChartAnswer } from './chart-answer.ts';
import { readContext } from './read-context.ts';

const BODY_LIMIT = 4 * 1024 * 1024;
const CHARTS = ['can_read', 'Chart'] as const;

/** The address may name the chart and the dashboard it stands on, for rights and for `force` (contract §3). */
function withAddress(request: HttpRequest, body: unknown): unknown {
  const { dashboard_id: dashboard, force } = request.query;
  if (!isObject(body) || (dashboard === undefined && force === undefined)) return body;
  const form = isObject(body['form_data']) ? body['form_data'] : {};
  const id = Number(dashboard);
  const added = dashboard !== undefined && Number.isInteger(id) && form['dashboardId'] === undefined ? { form_data: { ...form, dashboardId: id } } : {};
  return { ...body, ...added, ...(force !== undefined && force !== 'false' && body['force'] === undefined ? { force: true } : {}) };
}

/** What of a saved chart's context its address replaces. */
function overrides({ query }: HttpRequest): JsonObject {
  return {
    result_format: query['format'] ?? 'json',
    result_type: query['type'] ?? 'full',
    ...(query['force'] === undefined ? {} : { force: query['force'] === 'true' || query['force'] === '1' }),
  };
}

/** The routes chart data is asked at (contract §1.1, §3). */
export function chartDataRoutes(engine: QueryEngine, answers: ChartAnswer, charts: Pick<StoredCharts, 'get'>, onFailure: (error: unknown) => void): readonly RouteDefinition[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/chart/data',
      permission: CHARTS,
      multipart: true,
      // It only reads, and clients of the contract send no token (contract §0.2).
      csrf: false,
      bodyLimit: BODY_LIMIT,
      handler: (request) => answers.answer(request, withAddress(request, readContext(request))),
    },
    {
      method: 'GET',
      path: '/api/v1/chart/data/:cacheKey',
      permission: CHARTS,
      handler: (request) => answers.later(request, request.params['cacheKey'] ?? ''),
    },
    {
      method: 'GET',
      path: '/api/v1/chart/:pk/data/',
      permission: CHARTS,
      async handler(request) {
        const chart = await charts.get(request.params['pk'] ?? '');
        if (!chart) throw new HttpError(404, 'Not found');
        const context = chartContext(chart, overrides(request));
        if (!context) throw new HttpError(400, 'Chart has no query context saved. Please save the chart again.');
        return answers.answer(request, context, { chartName: chart.name });
      },
    },
    {
      method: 'POST',
      path: '/api/v1/chart/data/batch',
      permission: CHARTS,
      bodyLimit: BODY_LIMIT,
      handler(request) {
        const contexts = isObject(request.body) ? request.body['queries'] : undefined;
        if (!Array.isArray(contexts) || contexts.length === 0 || contexts.length > MAX_BATCH) {
          throw new HttpError(400, `Request is incorrect: {'queries': ['Must be a list of 1 to ${MAX_BATCH} query contexts.']}`);
        }
        const { write } = itemWriter(request);
        return new HttpResponse({
          headers: { 'content-type': 'application/x-ndjson', vary: 'accept' },
          stream: batchLines(engine, contexts as unknown[], request, write, onFailure),
        });
      },
    },
  ];
}
