import type { QueryContext, User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import type { QueryService } from '../../../data/query/contract.ts';
import type { ChartTables } from '../contract.ts';
import { parseObject } from './chart-form-data.ts';

/** What warming one chart came to (contract §1.1). */
interface WarmedChart {
  readonly chart_id: number;
  readonly viz_error: string | null;
  readonly viz_status: 'success' | 'failed' | null;
}

interface ExtraFilter {
  readonly col: string;
  readonly op: string;
  readonly val: unknown;
}

type Slice = Pick<ChartTables['slices'], 'id' | 'query_context'>;

/** The filters of a text, e.g. those a dashboard starts with; 400 when it is no list. */
function parseFilters(text: string | null | undefined): readonly ExtraFilter[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value as readonly ExtraFilter[];
  } catch {
    // Falls through to the same refusal.
  }
  throw new HttpError(400, { message: { extra_filters: ['Not a valid list of filters in JSON.'] } });
}

/** A context with further filters in each of its queries; `__time_range` replaces the time range. Pure. */
export function withExtraFilters(context: QueryContext, filters: readonly ExtraFilter[]): QueryContext {
  const range = filters.find(({ col }) => col === '__time_range')?.val;
  const added = filters.filter(({ col }) => !col.startsWith('__'));
  const queries = context.queries.map((query) => ({
    ...query,
    ...(typeof range === 'string' ? { time_range: range } : {}),
    filters: [...(query.filters ?? []), ...added],
  }));
  return { ...context, queries: queries as QueryContext['queries'] };
}

function messageOf(error: unknown): string {
  const body = error instanceof HttpError ? (error.body as { message?: unknown; errors?: readonly { message?: unknown }[] }) : undefined;
  const text = body?.errors?.[0]?.message ?? body?.message;
  return typeof text === 'string' ? text : error instanceof HttpError ? error.message : 'The query failed unexpectedly.';
}

const shared = { dashboard_id: { type: ['integer', 'null'] }, extra_filters: { type: ['string', 'null'] } } as const;

/** Fills the cache with charts' results before anybody asks: of one chart, or of all over a dataset (contract §1.1, §1.3). */
export function warmUpRoutes(ctx: ServerPluginContext, queries: QueryService | undefined): readonly RouteDefinition[] {
  const db = () => ctx.metadata.db<ChartTables & { tables: { id: number; table_name: string; database_id: number }; dbs: { id: number; database_name: string } }>();

  async function warm(slice: Slice, dashboardId: number | null | undefined, filters: readonly ExtraFilter[], user: User, signal: AbortSignal): Promise<WarmedChart> {
    const failed = (viz_error: string): WarmedChart => ({ chart_id: slice.id, viz_error, viz_status: null });
    if (!queries) return failed('Charts cannot be queried: the query plugin is not active.');
    const context = parseObject(slice.query_context) as unknown as Partial<QueryContext>;
    if (!context.datasource || !Array.isArray(context.queries)) return failed("Chart's query context does not exist");
    const formData = { ...(context.form_data as object | undefined), slice_id: slice.id, ...(typeof dashboardId === 'number' ? { dashboardId } : {}) };
    try {
      await queries.run({ ...withExtraFilters(context as QueryContext, filters), form_data: formData as QueryContext['form_data'] & object, force: true }, user, signal);
      return { chart_id: slice.id, viz_error: null, viz_status: 'success' };
    } catch (error) {
      return failed(messageOf(error));
    }
  }

  return [
    {
      method: 'PUT',
      path: '/api/v1/chart/warm_up_cache',
      permission: ['can_warm_up_cache', 'Chart'],
      body: { type: 'object', additionalProperties: false, required: ['chart_id'], properties: { chart_id: { type: 'integer' }, ...shared } },
      async handler({ body, user, signal }) {
        const { chart_id, dashboard_id, extra_filters } = body as { chart_id: number; dashboard_id?: number | null; extra_filters?: string | null };
        const filters = parseFilters(extra_filters);
        const slice = await db().selectFrom('slices').select(['id', 'query_context']).where('id', '=', chart_id).executeTakeFirst();
        if (!slice) throw new HttpError(404, 'Chart not found');
        return { result: [await warm(slice, dashboard_id, filters, user, signal)] };
      },
    },
    {
      method: 'PUT',
      path: '/api/v1/dataset/warm_up_cache',
      permission: ['can_warm_up_cache', 'Dataset'],
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['db_name', 'table_name'],
        properties: { db_name: { type: 'string' }, table_name: { type: 'string' }, ...shared },
      },
      async handler({ body, user, signal }) {
        const { db_name, table_name, dashboard_id, extra_filters } = body as { db_name: string; table_name: string; dashboard_id?: number | null; extra_filters?: string | null };
        const filters = parseFilters(extra_filters);
        const datasets = await db().selectFrom('tables as t').innerJoin('dbs as d', 'd.id', 't.database_id').select('t.id').where('t.table_name', '=', table_name).where('d.database_name', '=', db_name).execute();
        if (datasets.length === 0) throw new HttpError(404, 'The provided table was not found in the provided database');
        const slices = await db().selectFrom('slices').select(['id', 'query_context']).where('datasource_id', 'in', datasets.map(({ id }) => id)).orderBy('id').execute();
        const result: WarmedChart[] = [];
        // One after the other: warming must not crowd out people.
        for (const slice of slices) {
          signal.throwIfAborted();
          result.push(await warm(slice, dashboard_id, filters, user, signal));
        }
        return { result };
      },
    },
  ];
}
