import type { ContributionReader, JsonObject, User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord, DatasetService } from '../../../../app/dataset/contract.ts';
import { isObject } from '../context/problems.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import { validateQuery } from '../context/validate-query.ts';
import { QueryError } from '../query-error.ts';
import { ruleConditions } from '../security/rule-conditions.ts';
import type { RulesFor } from '../security/row-rules.ts';
import { buildSql } from '../sql/build-sql.ts';
import type { SourceOptions } from '../sql/source.ts';
import { createSource } from '../sql/source.ts';
import { createMacroTable } from '../template/macro-table.ts';
import type { MacroEffects, TemplateScope } from '../template/macros/macro.ts';
import type { TemplateValue } from '../template/python-text.ts';
import type { RenderedQuery } from '../template/render-query.ts';
import { renderQuery } from '../template/render-query.ts';
import type { RenderedTemplate } from '../template/render-template.ts';
import { TemplateError, renderTemplate } from '../template/render-template.ts';
import type { RenderSandbox } from '../template/sandbox/render-sandbox.ts';
import { templateFilters } from '../template/template-filters.ts';
import type { TemporalQuery } from '../time/temporal-rules.ts';
import { applyTemporalRules } from '../time/temporal-rules.ts';
import type { PartitionReader } from './partition-reader.ts';

/** A query with its security and templates in place: all that decides about its rows. */
export interface QueryPlan {
  readonly temporal: TemporalQuery;
  /** As it was before templates; shifted queries start from it. */
  readonly original: TemporalQuery;
  /** The dataset, its templates rendered. */
  readonly dataset: DatasetRecord;
  /** Row-level security as finished conditions. */
  readonly conditions: readonly string[];
  /** How its texts and filters may be written. */
  readonly writing: SourceOptions;
  /** Columns whose filters templates read. */
  readonly templateColumns: readonly string[];
  /** Columns whose filters templates took over; they are not in `temporal` any more. */
  readonly removedColumns: readonly string[];
  /** What templates made part of the cache key, and what they rendered. */
  readonly templateKeys: readonly TemplateValue[];
}

/** For whom and on what a query is planned. */
export interface PlanRequest {
  readonly user: User;
  readonly dataset: DatasetRecord;
  readonly dialect: SqlDialect;
  readonly formData: JsonObject;
  /** Query string of the request. */
  readonly urlQuery?: Readonly<Record<string, unknown>>;
  readonly now: number;
  /** The template that asks for this dataset within its own; its filters and range are those of the request. */
  readonly outer?: TemplateScope;
}

/** Makes plans. */
export interface QueryPlanner {
  /** Plans a query from its validated form. Rejects with HttpError, QueryError or TimeRangeError. */
  plan(query: ValidQuery, request: PlanRequest): Promise<QueryPlan>;
  /** Plans a query whose temporal rules were applied, such as a shifted one. */
  planTemporal(temporal: TemporalQuery, request: PlanRequest): Promise<QueryPlan>;
  /** Renders any text; unchanged while templates are off. */
  render(text: string, scope: TemplateScope): Promise<RenderedTemplate>;
}

/** What planning works with. */
export interface PlannerRoom {
  readonly datasets: Pick<DatasetService, 'get' | 'requireAccess'>;
  readonly rulesFor: RulesFor;
  readonly points: Pick<ContributionReader, 'loadAll' | 'load'>;
  /** Refuses texts that must not run; answers what those admitted may hold. */
  readonly admit: (query: RenderedQuery, user: User, dialect: SqlDialect) => Promise<SourceOptions>;
  /** undefined: templates are off and texts pass unchanged. */
  readonly sandbox: RenderSandbox | undefined;
  readonly partitions?: PartitionReader;
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString().replace(/(?:\.000)?Z$/, ''));

function parameters(text: string | null): Readonly<Record<string, TemplateValue>> {
  try {
    const value: unknown = text ? JSON.parse(text) : {};
    return isObject(value) ? (value as Record<string, TemplateValue>) : {};
  } catch {
    return {};
  }
}

/** Variables of a chart's templates (contract §9.1). */
function variablesOf({ query, bounds }: TemporalQuery, dataset: DatasetRecord): Readonly<Record<string, TemplateValue>> {
  const plain = (value: unknown): TemplateValue => JSON.parse(JSON.stringify(value ?? null)) as TemplateValue;
  return {
    columns: plain(query.columns),
    filter: plain(templateFilters(query.filters)),
    from_dttm: isoOf(bounds.since),
    to_dttm: isoOf(bounds.until),
    groupby: plain(query.columns),
    metrics: plain(query.metrics),
    row_limit: query.rowLimit,
    row_offset: query.rowOffset,
    time_column: query.granularity,
    time_grain: query.timeGrain,
    table_columns: dataset.columns.map(({ column_name: name }) => name),
    ...parameters(dataset.template_params),
  };
}

export function createQueryPlanner(room: PlannerRoom): QueryPlanner {
  const macroTable = createMacroTable({ readable, selectOf }, room.points, room.partitions);

  async function readable(id: number | string, user: User): Promise<DatasetRecord> {
    const dataset = await room.datasets.get(id);
    if (!dataset) throw new HttpError(404, `Dataset ${id} not found!`);
    room.datasets.requireAccess(user, dataset);
    return dataset;
  }

  async function selectOf(dataset: DatasetRecord, columns: readonly string[] | null, withMetrics: boolean, scope: TemplateScope): Promise<string> {
    const query = validateQuery({ columns: columns ?? dataset.columns.map(({ column_name: name }) => name), ...(withMetrics && { metrics: dataset.metrics.map(({ metric_name: name }) => name) }) }, 'full', {});
    const { user, dialect, formData, now } = scope;
    const plan = await planner.plan(query, { user, dataset, dialect, formData: formData as JsonObject, now, outer: scope });
    return buildSql(plan.temporal, createSource(plan.dataset, dialect, plan.conditions, plan.writing), { limit: Number.POSITIVE_INFINITY, offset: 0 }).sql;
  }

  const planner: QueryPlanner = {
    plan(query, request) {
      const columns = new Map(request.dataset.columns.map((column) => [column.column_name, column]));
      return planner.planTemporal(applyTemporalRules(query, request.formData, columns, request.now), request);
    },

    async planTemporal(temporal, request) {
      const { user, dataset, dialect, formData } = request;
      const rules = await room.rulesFor(user, dataset);
      if (!room.sandbox) {
        const conditions = ruleConditions(rules, dialect.name);
        const writing = await room.admit({ temporal, dataset, rules }, user, dialect);
        return { temporal, original: temporal, dataset, conditions, writing, templateColumns: [], removedColumns: [], templateKeys: [] };
      }
      const effects: MacroEffects = { cacheKeys: [], applied: [], removed: [] };
      const { urlParams } = temporal.query;
      const formParams = isObject(formData['url_params']) ? formData['url_params'] : {};
      let scope: TemplateScope | undefined;
      const rendered = await renderQuery({ temporal, dataset, rules }, async (text, place) => {
        const { outer } = request;
        scope ??= {
          user, dialect, dataset, formData, rules, now: request.now, depth: outer ? outer.depth + 1 : 0,
          urlParams: outer?.urlParams ?? [request.urlQuery ?? {}, urlParams, formParams],
          filters: outer?.filters ?? templateFilters(temporal.query.filters),
          timeRange: outer ? outer.timeRange : temporal.query.timeRange,
          variables: { ...variablesOf(temporal, dataset), ...(outer && { from_dttm: outer.variables['from_dttm'], to_dttm: outer.variables['to_dttm'] }) },
        };
        try {
          const one = await planner.render(text, scope);
          effects.cacheKeys.push(...one.cacheKeys, one.text);
          effects.applied.push(...one.applied);
          effects.removed.push(...one.removed);
          return one.text;
        } catch (error) {
          throw error instanceof TemplateError ? new QueryError(`Error in jinja expression in ${place}: ${error.message}`, { cause: error }) : error;
        }
      });
      const removed = new Set(effects.removed);
      const { query } = rendered.temporal;
      const kept = removed.size === 0 ? query : { ...query, filters: query.filters.filter(({ col }) => !removed.has(typeof col === 'string' ? col : col.sqlExpression)) };
      const conditions = ruleConditions(rendered.rules, dialect.name);
      return {
        temporal: { ...rendered.temporal, query: kept },
        original: temporal,
        dataset: rendered.dataset,
        conditions,
        writing: await room.admit({ ...rendered, temporal: { ...rendered.temporal, query: kept } }, user, dialect),
        templateColumns: [...new Set(effects.applied)],
        removedColumns: [...removed],
        // Texts are rendered in any order; the key must not depend on it.
        templateKeys: effects.cacheKeys.map((key) => JSON.stringify(key ?? null)).sort(),
      };
    },

    async render(text, scope) {
      if (!room.sandbox) return { text, undefinedNames: [], cacheKeys: [], applied: [], removed: [] };
      return renderTemplate(text, scope, await macroTable(), room.sandbox);
    },
  };
  return planner;
}
