import type { JsonObject } from '@orrery/sdk';
import { listOf } from './convert/form-data.ts';

/** The dataset a chart is to read from, and the id the chart has here. */
export interface ChartLinks {
  readonly datasetId: number;
  readonly chartId: number;
  /** Drops annotation layers that are no formulas: on the way in, where their ids mean nothing. */
  readonly dropsLayers: boolean;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only formulas: layers that read other charts or annotations name them by the ids of another server. */
export function keepFormulas(layers: unknown): readonly unknown[] {
  return listOf(layers).filter((layer) => isObject(layer) && String(layer['annotationType']).toUpperCase() === 'FORMULA');
}

function relinkFormData(data: JsonObject, { datasetId, chartId, dropsLayers }: ChartLinks): JsonObject {
  return {
    ...data,
    ...(dropsLayers && 'annotation_layers' in data ? { annotation_layers: keepFormulas(data['annotation_layers']) } : {}),
    ...('slice_id' in data ? { slice_id: chartId } : {}),
    datasource: `${datasetId}__table`,
  };
}

/** Params of a chart pointing at the dataset they belong to here (contract §13). */
export function relinkParams(params: JsonObject, links: ChartLinks): JsonObject {
  return relinkFormData(params, links);
}

/** A saved query context pointing at the dataset here; undefined when the text is no JSON object. */
export function relinkQueryContext(text: string, links: ChartLinks): string | undefined {
  let context: unknown;
  try {
    context = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(context)) return undefined;
  const datasource = { id: links.datasetId, type: 'table' };
  const relinkQuery = (query: unknown): unknown =>
    isObject(query)
      ? {
          ...query,
          ...('datasource' in query ? { datasource } : {}),
          ...(links.dropsLayers && 'annotation_layers' in query ? { annotation_layers: keepFormulas(query['annotation_layers']) } : {}),
        }
      : query;
  return JSON.stringify({
    ...context,
    datasource,
    ...(isObject(context['form_data']) ? { form_data: relinkFormData(context['form_data'], links) } : {}),
    ...(Array.isArray(context['queries']) ? { queries: context['queries'].map(relinkQuery) } : {}),
  });
}
