import { createHash } from 'node:crypto';
import type { JsonObject } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { ByteStore, HttpRequest, HttpResponse, ServerPermissions } from '@orrery/sdk/server';
import type { AsyncDelivery } from '../../../async-events/contract.ts';
import { stableJson } from '../cache/cache-key.ts';
import { isObject } from '../context/problems.ts';
import { validateDatasource } from '../context/validate-datasource.ts';
import { answerItems, reshapeOf } from '../delivery/answer-items.ts';
import { download } from '../delivery/download.ts';
import type { QueryEngine, UrlQuery } from '../query-engine.ts';
import type { FrameThread } from '../thread/frame-thread.ts';
import type { Datasources } from '../run/datasources.ts';

/** What answers are made with. */
export interface ChartAnswerDeps {
  readonly engine: QueryEngine;
  readonly thread: FrameThread;
  readonly datasources: Pick<Datasources, 'names'>;
  readonly permissions: Pick<ServerPermissions, 'require'>;
  /** Where the questions answered later are kept: a `done` promises an answer, whatever becomes of the cache. */
  readonly questions: Pick<ByteStore, 'get' | 'set'>;
  /** Set while long questions are answered later. */
  readonly delivery: AsyncDelivery | undefined;
}

/** What of a request decides about its answer. */
export type ChartRequest = Pick<HttpRequest, 'headers' | 'user' | 'signal' | 'origin' | 'query'>;

/** Answers contexts in every form `/chart/data` knows. */
export interface ChartAnswer {
  answer(request: ChartRequest, context: unknown, options?: { readonly chartName?: string }): Promise<HttpResponse>;
  /** The answer of a question asked before (`/chart/data/<cache_key>`). */
  later(request: ChartRequest, key: string): Promise<HttpResponse>;
}

const QUESTION_PREFIX = 'async-question:';
const QUESTION_SECONDS = 24 * 60 * 60;

function questionKey(context: JsonObject, { user, query }: ChartRequest): string {
  const { force: _, ...question } = context;
  return `qc-${createHash('md5').update(stableJson([question, query, user.id, user.username])).digest('hex')}`;
}

export function createChartAnswer({ engine, thread, datasources, permissions, questions, delivery }: ChartAnswerDeps): ChartAnswer {
  async function namesOf(context: JsonObject): Promise<Readonly<Record<string, string>>> {
    const ref = validateDatasource(context['datasource'], {});
    return ref ? datasources.names(ref) : {};
  }

  /** 202 for whole answers in JSON that are not at hand already; undefined when the answer should be given at once. */
  async function acceptLater(request: ChartRequest, context: JsonObject): Promise<HttpResponse | undefined> {
    const isFull = (type: unknown): boolean => type === undefined || type === null || type === 'full';
    const queries = Array.isArray(context['queries']) ? (context['queries'] as unknown[]) : [];
    if (!delivery || !isFull(context['result_type']) || !queries.every((query) => isObject(query) && isFull(query['result_type']))) return undefined;
    const items = await engine.cached(context, request.user, request.signal, request.query);
    if (items) return answerItems(request, items);
    const key = questionKey(context, request);
    return delivery.accept(request, {
      key: context['force'] === true ? `${key}:force` : key,
      async run(signal) {
        await engine.run(context, request.user, signal, request.query);
        await questions.set(QUESTION_PREFIX + key, Buffer.from(JSON.stringify({ context: { ...context, force: false }, query: request.query })), QUESTION_SECONDS);
        return `/api/v1/chart/data/${key}`;
      },
    });
  }

  async function answer(request: ChartRequest, context: unknown, { chartName }: { readonly chartName?: string } = {}): Promise<HttpResponse> {
    const { user, signal, query } = request;
    const body: JsonObject = isObject(context) ? context : {};
    const format = body['result_format'];
    let names: Promise<Readonly<Record<string, string>>> | undefined;
    const reshape = reshapeOf(body, () => (names ??= namesOf(body)), thread, signal);
    if (format === 'csv' || format === 'xlsx') {
      permissions.require(user, 'can_csv', 'Superset');
      return download({ context, user, signal, urlQuery: query, format, names: await namesOf(body), chartName, reshape }, engine);
    }
    const accepted = await acceptLater(request, body);
    if (accepted) return accepted;
    const items = await engine.run(context, user, signal, query);
    return answerItems(request, reshape ? await Promise.all(items.map(reshape)) : items);
  }

  return {
    answer,
    async later(request, key) {
      const found = /^qc-[0-9a-f]{32}$/.test(key) ? await questions.get(QUESTION_PREFIX + key) : undefined;
      if (!found) throw new HttpError(404, 'Not found');
      // The caller's own rights decide again; the rows come from the cache as a rule.
      const { context, query } = JSON.parse(found.toString('utf8')) as { readonly context: unknown; readonly query: UrlQuery };
      return answerItems(request, await engine.run(context, request.user, request.signal, query));
    },
  };
}
