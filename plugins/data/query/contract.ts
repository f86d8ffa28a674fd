import { createExtensionPoint, createToken } from '@orrery/sdk';
import type { ChartDataResult, QueryContext, User } from '@orrery/sdk';
import type { HttpRequest, HttpResponse, SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../app/dataset/contract.ts';

/**
 * Server service: answers query contexts. `POST /api/v1/chart/data` takes one; `POST /api/v1/chart/data/batch` takes
 * `{ queries: QueryContext[] }` and streams `application/x-ndjson` lines `{ index, status, body }` as each is done,
 * `body` being what `/chart/data` would have answered. Equal contexts in flight are executed once.
 */
export interface QueryService {
  /** Throws HttpError with the contract's body. The caller's rights are checked. */
  run(context: QueryContext, user: User, signal: AbortSignal): Promise<readonly ChartDataResult[]>;
  /** As `run` when all of it is cached; undefined otherwise, without a query. */
  cached(context: QueryContext, user: User, signal: AbortSignal): Promise<readonly ChartDataResult[] | undefined>;
  /** The results as a file, by the context's `result_format` (csv, xlsx). Needs can_csv on Superset. */
  download(context: QueryContext, request: Pick<HttpRequest, 'headers' | 'user' | 'signal' | 'origin' | 'query'>, chartName?: string): Promise<HttpResponse>;
}
export const QueryService = createToken<QueryService>('query', 'QueryService', 1);

/** One line of the batch answer. */
export interface BatchLine {
  readonly index: number;
  readonly status: number;
  readonly body: { readonly result?: readonly ChartDataResult[]; readonly message?: unknown; readonly errors?: readonly unknown[] };
}

/** One condition on the rows a user may see. */
export interface RowRule {
  /** SQL of a condition over the dataset's columns; may hold templates. */
  readonly clause: string;
  /** Rules of one group are alternatives; groups and rules without one must all hold. */
  readonly groupKey: string | null;
  /** For logs and `current_user_rls_rules()`. */
  readonly source: string;
}

/** The code half of a source of row-level security. */
export interface RowRuleSource {
  /** A rejection refuses the query: no rule source is ever skipped. */
  rulesFor(user: User, dataset: DatasetRecord): Promise<readonly RowRule[]>;
}

/** Sources of row-level security; every one is asked before any dataset is read (contract §4.6). */
export const RowRules = createExtensionPoint<{ readonly name: string }, RowRuleSource>({ id: 'query.row-rules', version: 1 });

/** What a template macro may know of the query it stands in. */
export interface MacroContext {
  readonly user: User;
  readonly dataset: DatasetRecord | undefined;
  readonly dialect: SqlDialect;
  readonly formData: Readonly<Record<string, unknown>>;
  /** Makes a value part of the cache key. */
  addCacheKey(value: string | number | boolean | null): void;
}

/** A function analysts call in SQL templates; answers None, numbers, texts, lists or maps. */
export type JinjaMacro = (context: MacroContext, ...args: readonly unknown[]) => unknown | Promise<unknown>;

/** Template macros, by the name they are called with (contract §9). */
export const JinjaMacros = createExtensionPoint<{ readonly name: string; readonly description?: string }, JinjaMacro>({ id: 'query.jinja-macros', version: 1 });

/** What a text is rendered with. */
export interface TemplateInput {
  readonly user: User;
  readonly dialect: SqlDialect;
  readonly dataset?: DatasetRecord;
  readonly formData?: Readonly<Record<string, unknown>>;
  /** Variables, e.g. SQL Lab's template parameters. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Server service: renders SQL templates in a sandbox (contract §9); texts pass unchanged while ENABLE_TEMPLATE_PROCESSING is off. */
export interface TemplateService {
  /** Throws HttpError 422 with the template's line on bad syntax. `undefinedNames` are printed back unchanged. */
  render(text: string, input: TemplateInput): Promise<{ readonly text: string; readonly undefinedNames: readonly string[]; readonly cacheKeys: readonly string[] }>;
}
export const TemplateService = createToken<TemplateService>('query', 'TemplateService', 1);

/** One annotation of a native layer (contract §3.6). Instants are epoch ms. */
export interface AnnotationRecord {
  readonly start_dttm: number | null;
  readonly end_dttm: number | null;
  readonly short_descr: string;
  readonly long_descr: string | null;
  /** JSON text. */
  readonly json_metadata: string | null;
}

/** Server service of the plugin that keeps native annotation layers; `query` asks it optionally. */
export interface AnnotationSource {
  /** All annotations of a layer, unfiltered; none for a layer that does not exist. */
  records(layerId: number): Promise<readonly AnnotationRecord[]>;
}
// Named for its provider: a plugin may only ask for what a dependency of its own provides.
export const AnnotationSource = createToken<AnnotationSource>('annotations', 'AnnotationSource', 1);
