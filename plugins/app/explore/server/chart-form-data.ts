import type { FormData, JsonObject } from '@orrery/sdk';

/** What of a stored chart its form data is made of. */
export interface StoredChart {
  readonly id: number;
  readonly params: string;
  readonly viz_type: string;
  readonly datasource_id: number;
  readonly datasource_type: string;
}

/** An object from JSON text; an empty one from anything else, so that one broken chart never breaks a list. */
export function parseObject(text: string | null | undefined): JsonObject {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

/** A chart's form data: its params with the keys that identify it forced (contract §1.2). */
export function chartFormData(chart: StoredChart): FormData {
  return { ...parseObject(chart.params), slice_id: chart.id, viz_type: chart.viz_type, datasource: `${chart.datasource_id}__${chart.datasource_type}` };
}

/** Where a chart is opened. */
export function chartUrl(id: number): string {
  return `/explore/?slice_id=${id}`;
}
