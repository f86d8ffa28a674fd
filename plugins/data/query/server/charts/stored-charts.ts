import type { JsonObject } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import { isObject } from '../context/problems.ts';

/** A saved chart as far as its data goes. */
export interface StoredChart {
  readonly id: number;
  readonly name: string;
  readonly datasourceId: number;
  readonly formData: JsonObject;
  /** The saved query context; undefined when the chart was never saved with one. */
  readonly context: JsonObject | undefined;
}

/** Reads saved charts; the charts plugin may be absent, its table then is too. */
export interface StoredCharts {
  get(idOrUuid: number | string): Promise<StoredChart | undefined>;
  cacheTimeout(id: number): Promise<number | null>;
}

interface SliceTables {
  slices: { id: number; uuid: string; slice_name: string; viz_type: string; datasource_id: number; datasource_type: string; params: string | null; query_context: string | null; cache_timeout: number | null };
}

function parseObject(text: string | null): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function createStoredCharts(metadata: MetadataStore): StoredCharts {
  const slices = () => metadata.db<SliceTables>().selectFrom('slices');
  return {
    async get(idOrUuid) {
      const id = Number(idOrUuid);
      const query = slices().select(['id', 'slice_name', 'viz_type', 'datasource_id', 'datasource_type', 'params', 'query_context']);
      const row = await (Number.isInteger(id) ? query.where('id', '=', id) : query.where('uuid', '=', String(idOrUuid))).executeTakeFirst().catch(() => undefined);
      if (!row) return undefined;
      const formData = { ...parseObject(row.params), slice_id: row.id, viz_type: row.viz_type, datasource: `${row.datasource_id}__${row.datasource_type}` };
      return { id: row.id, name: row.slice_name, datasourceId: row.datasource_id, formData, context: parseObject(row.query_context) };
    },
    async cacheTimeout(id) {
      const row = await slices().select('cache_timeout').where('id', '=', id).executeTakeFirst().catch(() => undefined);
      return row?.cache_timeout ?? null;
    },
  };
}

/** The context that asks for a saved chart's data; undefined without a saved one. */
export function chartContext(chart: StoredChart, over: JsonObject = {}): JsonObject | undefined {
  if (!chart.context) return undefined;
  const form = isObject(chart.context['form_data']) ? chart.context['form_data'] : chart.formData;
  return { ...chart.context, form_data: { ...form, slice_id: chart.id }, ...over };
}
