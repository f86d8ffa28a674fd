import type { JsonObject, QueryContext } from '@orrery/sdk';
import type { ChartRecord, ChartStore } from '../../../../app/explore/contract.ts';
import type { ChartSettings } from '../charts/legacy-chart.ts';
import { LEGACY_CHARTS } from '../charts/legacy-charts.ts';
import { ChartError } from '../chart-error.ts';
import { isObject, valuesOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { mergeExtraFilters } from '../form/merge-extra-filters.ts';
import { savedForm } from '../form/read-form.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import type { AskQueries, ChartRun } from './run-chart.ts';
import { runChart } from './run-chart.ts';

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The filters of a dashboard that reach a layer: those scoped to it, or all while nothing is scoped (contract §8.2). */
export function layerExtra(parent: LegacyForm, index: number): JsonObject {
  const extra = isObject(parent['extra_form_data']) ? parent['extra_form_data'] : {};
  const [scopes, byFilter] = [parent['layer_filter_scope'], parent['filter_data_mapping']];
  if (!isObject(scopes) || !isObject(byFilter)) return extra;
  const reaching = Object.entries(byFilter).filter(([id]) => list(scopes[id]).length === 0 || list(scopes[id]).includes(index));
  return { ...extra, filters: reaching.flatMap(([, filters]) => list(filters)) };
}

/** A layer's form data under the filters of the chart that holds it. */
export function layerForm(layer: LegacyForm, parent: LegacyForm, index: number): LegacyForm {
  const merged = mergeExtraFilters({
    ...layer,
    extra_filters: list(parent['extra_filters']),
    extra_form_data: layerExtra(parent, index),
    adhoc_filters: [...list(layer['adhoc_filters']), ...list(parent['adhoc_filters'])],
  });
  const { dashboardId } = parent;
  return { ...merged, ...(dashboardId === undefined ? {} : { dashboardId }) };
}

/** The saved query of a layer that is no chart of this endpoint, with the filters of the form; undefined when none was saved. */
function savedContext(record: ChartRecord, form: LegacyForm, force: boolean): QueryContext | undefined {
  let context: unknown;
  try {
    context = JSON.parse(record.query_context ?? 'null');
  } catch {
    return undefined;
  }
  if (!isObject(context) || !Array.isArray(context['queries'])) return undefined;
  const { filters = [], extras, time_range } = legacyQuery({ ...form, adhoc_filters: list(form['adhoc_filters']).filter((filter) => isObject(filter) && filter['isExtra'] === true) });
  const queries = (context['queries'] as unknown[]).filter(isObject).map((query) => {
    const own = isObject(query['extras']) ? query['extras'] : {};
    const where = [own['where'], extras?.where].filter((clause) => typeof clause === 'string' && clause !== '').map((clause) => `(${String(clause)}\n)`);
    return { ...query, filters: [...list(query['filters']), ...filters], extras: { ...own, where: where.join(' AND ') }, ...(time_range === undefined ? {} : { time_range }) };
  });
  return { ...context, force, result_type: 'full', result_format: 'json', form_data: form, queries } as unknown as QueryContext;
}

/** The features of one layer. */
async function featuresOf(record: ChartRecord, form: LegacyForm, ask: AskQueries, settings: ChartSettings, force: boolean): Promise<{ readonly features: readonly unknown[]; readonly results: ChartRun['results'] }> {
  if (record.viz_type === 'deck_multi') throw new ChartError(`The layer "${record.slice_name}" holds layers itself. Add its layers instead.`);
  if (LEGACY_CHARTS.has(record.viz_type)) {
    const run = await runChart(form, ask, settings, force);
    const data = run?.data;
    return { features: isObject(data) ? list(data['features']) : [], results: run?.results ?? [] };
  }
  const context = savedContext(record, form, force);
  const results = (context && (await ask(context))) ?? [];
  return { features: results[0]?.data ?? [], results };
}

/** What is told of a layer's chart. */
function describe(record: ChartRecord, form: LegacyForm): JsonObject {
  return {
    slice_id: record.id,
    slice_name: record.slice_name,
    slice_url: `/explore/?slice_id=${record.id}`,
    datasource: `${record.datasource_id}__${record.datasource_type}`,
    description: record.description,
    form_data: form,
    query_context: record.query_context,
  };
}

/** What layers are run with. */
export interface LayerDeps {
  readonly charts: Pick<ChartStore, 'getMany'>;
  readonly ask: AskQueries;
  readonly settings: ChartSettings;
  /** Rejects unless the caller may read what a layer is made of. */
  admit(form: LegacyForm): Promise<unknown>;
}

/** Runs every layer of a `deck_multi` chart (contract §7.5); layers whose chart was deleted are left out. */
export async function runLayers(parent: LegacyForm, { charts, ask, settings, admit }: LayerDeps, force: boolean): Promise<ChartRun> {
  const ids = valuesOf(parent['deck_slices']).map(Number).filter(Number.isInteger);
  const records = new Map((await charts.getMany(ids)).map((record) => [record.id, record]));
  const layers = ids.flatMap((id, index) => {
    const record = records.get(id);
    return record ? [{ record, form: layerForm(savedForm(record), parent, index) }] : [];
  });
  // Of all layers first: their settings are answered too, also of one without a query.
  await Promise.all(layers.map(({ form }) => admit(form)));
  const runs = await Promise.all(
    layers.map(({ record, form }) =>
      featuresOf(record, form, ask, settings, force).catch((error: unknown) => {
        if (error instanceof ChartError) throw new ChartError(`Layer "${record.slice_name}": ${error.message}`);
        throw error;
      }),
    ),
  );
  const features = new Map<string, readonly unknown[]>();
  layers.forEach(({ record: { viz_type } }, at) => features.set(viz_type, [...(features.get(viz_type) ?? []), ...runs[at]!.features]));
  return {
    data: { features: Object.fromEntries(features), mapboxApiKey: settings.mapboxApiKey, slices: layers.map(({ record, form }) => describe(record, form)) },
    results: runs.flatMap(({ results }) => results),
  };
}
