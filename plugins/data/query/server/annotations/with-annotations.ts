import type { JsonObject, User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { AnnotationSource } from '../../contract.ts';
import type { StoredCharts } from '../charts/stored-charts.ts';
import { chartContext } from '../charts/stored-charts.ts';
import { isObject } from '../context/problems.ts';
import type { QueryEngine, UrlQuery } from '../query-engine.ts';
import type { RawItem } from '../result/raw-item.ts';
import type { DataLayer } from './read-layers.ts';
import { effectiveOverrides, overrideContext, readLayers } from './read-layers.ts';

const NATIVE_COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const;

/** What annotations are read with. */
export interface AnnotationDeps {
  readonly charts: Pick<StoredCharts, 'get'>;
  /** Absent while no plugin keeps annotation layers. */
  readonly source: () => AnnotationSource | undefined;
}

/** The engine, with `annotation_data` in its answers. It stays out of the cached results: a layer changes without its charts. */
export function withAnnotations(engine: QueryEngine, deps: AnnotationDeps): QueryEngine {
  async function layerData(layer: DataLayer, main: JsonObject, user: User, signal: AbortSignal, urlQuery: UrlQuery | undefined): Promise<unknown> {
    if (layer.source === 'NATIVE') return { columns: NATIVE_COLUMNS, records: (await deps.source()?.records(layer.value)) ?? [] };
    const chart = await deps.charts.get(layer.value);
    if (!chart) throw new HttpError(400, `Error: The chart of the annotation layer "${layer.name}" does not exist any more. Choose another one.`);
    const context = chartContext(chart);
    if (!context) throw new HttpError(400, `Error: The chart "${chart.name}" of the annotation layer "${layer.name}" has no query saved. Open the chart and save it again.`);
    const [item] = await engine.run(overrideContext(context, effectiveOverrides(layer, main)), user, signal, urlQuery);
    return { records: item ? (JSON.parse(item.data.toString('utf8')) as unknown) : [] };
  }

  async function annotated(items: readonly RawItem[], body: unknown, user: User, signal: AbortSignal, urlQuery: UrlQuery | undefined): Promise<readonly RawItem[]> {
    const queries = isObject(body) && Array.isArray(body['queries']) ? (body['queries'] as unknown[]) : [];
    return Promise.all(
      items.map(async (item, at) => {
        const query = queries[at];
        const layers = readLayers(query);
        // Shortened items have no place for them.
        if (layers.length === 0 || !isObject(query) || !('annotation_data' in item.head)) return item;
        const found = await Promise.all(layers.map(async (layer) => [layer.name, await layerData(layer, query, user, signal, urlQuery)] as const));
        return { ...item, head: { ...item.head, annotation_data: Object.fromEntries(found) } };
      }),
    );
  }

  return {
    plan: engine.plan,
    run: async (body, user, signal, urlQuery) => annotated(await engine.run(body, user, signal, urlQuery), body, user, signal, urlQuery),
    async cached(body, user, signal, urlQuery) {
      const items = await engine.cached(body, user, signal, urlQuery);
      return items && annotated(items, body, user, signal, urlQuery);
    },
  };
}
