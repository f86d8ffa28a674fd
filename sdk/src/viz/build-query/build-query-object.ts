import type { AdhocFilter, ExtraFormData, FormData, JsonObject, Metric, QueryFilter, QueryObject } from '@orrery/sdk';
import { collectQueryFields } from './query-fields.ts';
import type { QueryField } from './query-fields.ts';
import { splitFilters } from './split-filters.ts';

/** Names old dashboards' filters used for the time controls (VQ-5). */
const RESERVED: Readonly<Record<string, string>> = {
  __time_range: 'time_range',
  __time_col: 'granularity_sqla',
  __time_grain: 'time_grain_sqla',
  __granularity: 'granularity',
  __time_compare: 'time_compare',
};
const OVERRIDES = ['time_range', 'granularity', 'time_column', 'time_grain', 'time_compare'] as const;
const EXTRAS = ['relative_start', 'relative_end', 'time_grain_sqla'] as const;

function toNumber(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

function pick(source: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => source[key] !== undefined && source[key] !== null).map((key) => [key, source[key]]));
}

/** Splits legacy `extra_filters` into time settings and plain filters. */
function readLegacyFilters(formData: FormData): { times: Record<string, unknown>; applied: Record<string, string>; filters: QueryFilter[] } {
  const times: Record<string, unknown> = {};
  const applied: Record<string, string> = {};
  const filters: QueryFilter[] = [...((formData['filters'] as readonly QueryFilter[]) ?? [])];
  for (const filter of (formData['extra_filters'] as readonly QueryFilter[] | undefined) ?? []) {
    const field = typeof filter.col === 'string' ? RESERVED[filter.col] : undefined;
    if (field === undefined) filters.push(filter);
    else {
      times[field] = filter.val;
      applied[filter.col as string] = String(filter.val);
    }
  }
  return { times, applied, filters };
}

/** The query all modern charts start from (contract §7.1). `fields` adds controls that feed the query, or moves them. @public */
export function buildQueryObject(formData: FormData, fields?: Readonly<Record<string, QueryField>>): QueryObject {
  const extra = (formData['extra_form_data'] as ExtraFormData | undefined) ?? {};
  const legacy = readLegacyFilters(formData);
  const own: Record<string, unknown> = { ...formData, ...legacy.times };
  const { columns, metrics, orderby } = collectQueryFields(formData, fields);
  const adhoc = [...((formData['adhoc_filters'] as readonly AdhocFilter[] | null) ?? []), ...(extra.adhoc_filters ?? [])];
  const split = splitFilters(adhoc);
  const granularity = extra.granularity_sqla ?? extra.granularity ?? own['granularity'] ?? own['granularity_sqla'];
  const layers = (formData['annotation_layers'] as readonly JsonObject[] | undefined) ?? [];
  return {
    ...pick(own, ['time_range', 'since', 'until']),
    ...(legacy.times['time_compare'] === undefined ? {} : { time_compare: legacy.times['time_compare'] }),
    ...(granularity ? { granularity: granularity as string } : {}),
    filters: [...legacy.filters, ...(extra.filters ?? []), ...split.filters],
    extras: { ...(formData['extras'] as JsonObject | undefined), ...pick(own, EXTRAS), ...pick(extra, EXTRAS), having: split.having, where: split.where },
    applied_time_extras: legacy.applied,
    columns,
    metrics,
    orderby,
    annotation_layers: layers.filter((layer) => layer['show'] !== false),
    row_limit: toNumber(formData['row_limit']),
    row_offset: toNumber(formData['row_offset']),
    series_columns: formData['series_columns'] as QueryObject['series_columns'],
    series_limit: toNumber(formData['series_limit']) ?? toNumber(formData['limit']) ?? 0,
    series_limit_metric: (formData['series_limit_metric'] ?? formData['timeseries_limit_metric'] ?? undefined) as Metric | undefined,
    group_others_when_limit_reached: formData['group_others_when_limit_reached'] === true,
    order_desc: (formData['order_desc'] as boolean | null | undefined) ?? true,
    url_params: (formData['url_params'] as Record<string, string> | undefined) ?? {},
    custom_params: formData['custom_params'] ?? {},
    ...pick(extra, OVERRIDES.filter((key) => key !== 'granularity')),
    custom_form_data: extra.custom_form_data ?? {},
  };
}
