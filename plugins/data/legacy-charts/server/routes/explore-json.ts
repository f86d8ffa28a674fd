import { createHash } from 'node:crypto';
import type { JsonObject, QueryContext, ResultType, User } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { ByteStore, HttpRequest, ServerPermissions } from '@orrery/sdk/server';
import type { DatasetRecord, DatasetService } from '../../../../app/dataset/contract.ts';
import type { ChartStore } from '../../../../app/explore/contract.ts';
import { guestOf } from '../../../../app/security/contract.ts';
import type { AsyncDelivery } from '../../../async-events/contract.ts';
import type { QueryService } from '../../../query/contract.ts';
import { ChartError } from '../chart-error.ts';
import type { ChartSettings } from '../charts/legacy-chart.ts';
import { LEGACY_CHARTS } from '../charts/legacy-charts.ts';
import { isObject, textOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { mergeExtraFilters } from '../form/merge-extra-filters.ts';
import { answerBody, failedBody } from '../run/answer-body.ts';
import { datasourceOf, queryContext } from '../run/query-context.ts';
import type { AskQueries, ChartRun } from '../run/run-chart.ts';
import { runChart, unknownType } from '../run/run-chart.ts';
import { runLayers } from '../run/run-layers.ts';

/** What answers are made with. */
export interface ExploreJsonDeps {
  readonly charts: ChartStore;
  readonly datasets: Pick<DatasetService, 'get' | 'requireAccessVia'>;
  readonly queries: QueryService;
  /** Where the questions answered later are kept: a `done` promises an answer, whatever becomes of the cache. */
  readonly questions: Pick<ByteStore, 'get' | 'set'>;
  readonly permissions: Pick<ServerPermissions, 'can'>;
  readonly settings: ChartSettings;
  /** Set while long questions are answered later. */
  readonly delivery: AsyncDelivery | undefined;
}

type Request = Pick<HttpRequest, 'headers' | 'user' | 'signal' | 'origin' | 'query'>;

/** Answers form data as the old endpoint does (contract §1.10). */
export interface ExploreJson {
  answer(request: Request, asked: LegacyForm): Promise<HttpResponse>;
  /** The answer of a question asked before. */
  later(request: Request, key: string): Promise<HttpResponse>;
}

const QUESTION_PREFIX = 'legacy-charts:question:';
const QUESTION_SECONDS = 24 * 60 * 60;
const LAYERS = 'deck_multi';

const isSet = (request: Request, name: string): boolean => request.query[name] === 'true';

/** What else than the chart's data an address may ask for. */
function otherResult(request: Request): ResultType | undefined {
  return (['query', 'results', 'samples'] as const).find((name) => isSet(request, name));
}

/** Guests see charts, never the statements behind them. */
function shownTo(user: User, body: JsonObject): JsonObject {
  if (!guestOf(user)) return body;
  const { query: _, ...shown } = body;
  return shown;
}

export function createExploreJson({ charts, datasets, queries, questions, permissions, settings, delivery }: ExploreJsonDeps): ExploreJson {
  /** The dataset a form is over, when the caller may read it there: nothing of a saved chart is told before. */
  async function readableDataset(form: LegacyForm, user: User): Promise<DatasetRecord> {
    const source = datasourceOf(form);
    const dataset = source && (await datasets.get(source.id));
    if (!dataset) throw new HttpError(404, { error: 'The dataset associated with this chart no longer exists' });
    const { dashboardId, slice_id: chartId } = form;
    const via = { ...(typeof dashboardId === 'number' && { dashboardId }), ...(typeof chartId === 'number' && { chartId }) };
    await datasets.requireAccessVia(user, dataset, { ...via, context: { form_data: form, queries: [] } });
    return dataset;
  }

  const asking = ({ user, signal }: Request): AskQueries => (context) => queries.run(context, user, signal);

  const isLayers = (form: LegacyForm): boolean => form['viz_type'] === LAYERS;

  function run(request: Request, asked: LegacyForm, form: LegacyForm, force: boolean): Promise<ChartRun | undefined> {
    // Layers merge the filters themselves: each is reached by others.
    const layers = { charts, settings, ask: asking(request), admit: (layer: LegacyForm) => readableDataset(layer, request.user) };
    return isLayers(form) ? runLayers(asked, layers, force) : runChart(form, asking(request), settings, force);
  }

  function bodyOf(form: LegacyForm, done: ChartRun, dataset: DatasetRecord | undefined): JsonObject {
    const query = LEGACY_CHARTS.get(textOf(form, 'viz_type') ?? '')?.queries(form)[0];
    const types = new Map(dataset?.columns.map(({ column_name, type_generic }) => [column_name, type_generic]));
    return answerBody(form, done, query, (column) => types.get(column) ?? GenericType.String);
  }

  /** Fails as an answer of the same shape, with 400. */
  async function orFailed(form: LegacyForm, work: () => Promise<HttpResponse>): Promise<HttpResponse> {
    try {
      return await work();
    } catch (error) {
      return new HttpResponse({ status: 400, body: failedBody(form, error) });
    }
  }

  /** 202 unless the answer is at hand. */
  async function acceptLater(request: Request, later: AsyncDelivery, asked: LegacyForm, form: LegacyForm, force: boolean): Promise<HttpResponse | undefined> {
    const { user, signal } = request;
    if (!force && !isLayers(form)) {
      const done = await runChart(form, (context) => queries.cached(context, user, signal), settings);
      if (done) return undefined;
    }
    const key = `ejr-${createHash('md5').update(JSON.stringify([asked, user.id, user.username])).digest('hex')}`;
    return later.accept(request, {
      key: force ? `${key}:force` : key,
      async run(aborted) {
        await run({ ...request, signal: aborted }, asked, form, force).catch((error: unknown) => {
          throw error instanceof ChartError ? new HttpError(400, error.message, error) : error;
        });
        await questions.set(QUESTION_PREFIX + key, Buffer.from(JSON.stringify(asked)), QUESTION_SECONDS);
        return `/superset/explore_json/data/${key}`;
      },
    });
  }

  /** Rows, samples or the statement instead of the chart's data. */
  async function answerOther(request: Request, form: LegacyForm, type: ResultType): Promise<HttpResponse> {
    const context = plainContext(form, { result_type: type, force: isSet(request, 'force') });
    const [item] = await queries.run(context, request.user, request.signal);
    if (type !== 'query') {
      const { data, colnames, coltypes, rowcount, sql_rowcount } = item!;
      return new HttpResponse({ body: { data, colnames, coltypes, rowcount, sql_rowcount: sql_rowcount ?? rowcount } });
    }
    return new HttpResponse({ body: shownTo(request.user, { query: item?.query ?? '', language: 'sql' }) });
  }

  async function answerNow(request: Request, asked: LegacyForm, form: LegacyForm, dataset: DatasetRecord | undefined, force: boolean): Promise<HttpResponse> {
    const done = await run(request, asked, form, force);
    return new HttpResponse({ body: shownTo(request.user, bodyOf(form, done ?? { data: null, results: [] }, dataset)) });
  }

  async function prepare(request: Request, asked: LegacyForm): Promise<{ readonly form: LegacyForm; readonly dataset: DatasetRecord | undefined }> {
    const form = mergeExtraFilters(asked);
    // A chart of layers reads no dataset of its own: each layer's is checked.
    return { form, dataset: isLayers(form) ? undefined : await readableDataset(form, request.user) };
  }

  return {
    async answer(request, asked) {
      const { form, dataset } = await prepare(request, asked);
      const force = isSet(request, 'force');
      const isCsv = isSet(request, 'csv');
      if (isCsv && !permissions.can(request.user, 'can_csv', 'Superset')) throw new HttpError(403, { error: "You don't have the rights to download as csv" });
      return orFailed(form, async () => {
        if (isCsv) return queries.download({ ...plainContext(form, { force }), result_format: 'csv' }, request, textOf(form, 'slice_name'));
        const other = otherResult(request);
        if (other) return answerOther(request, form, other);
        const accepted = delivery && (await acceptLater(request, delivery, asked, form, force));
        return accepted ?? answerNow(request, asked, form, dataset, force);
      });
    },
    async later(request, key) {
      const found = /^ejr-[0-9a-f]{32}$/.test(key) ? await questions.get(QUESTION_PREFIX + key) : undefined;
      if (!found) throw new HttpError(404, { error: 'Not found' });
      const asked: unknown = JSON.parse(found.toString('utf8'));
      // The caller's own rights decide again; the rows come from the cache as a rule.
      const { form, dataset } = await prepare(request, isObject(asked) ? asked : {});
      return orFailed(form, () => answerNow(request, isObject(asked) ? asked : {}, form, dataset, false));
    },
  };
}

/** The context of a chart's own rows, before anything is made of them. */
function plainContext(form: LegacyForm, over: { readonly result_type?: ResultType; readonly force: boolean }): QueryContext {
  const type = textOf(form, 'viz_type');
  const [query] = LEGACY_CHARTS.get(type ?? '')?.queries(form) ?? [];
  if (!query) throw unknownType(type);
  return queryContext(form, [{ ...query, post_processing: [], annotation_layers: [] }], over);
}
