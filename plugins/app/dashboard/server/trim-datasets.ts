import type { Dataset } from '@orrery/sdk';
import type { LoadedDashboard } from './load-dashboard.ts';
import { nativeFilters } from './native-filters.ts';

/** Every text anywhere in a value: names of columns and metrics are among them. */
function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) collectTexts(item, into);
}

/** Names a dashboard's charts and filters use, by dataset id. */
function usedNames({ charts, row }: LoadedDashboard): ReadonlyMap<number, ReadonlySet<string>> {
  const used = new Map<number, Set<string>>();
  const of = (id: number): Set<string> => used.get(id) ?? used.set(id, new Set()).get(id)!;
  for (const { form_data } of charts) collectTexts(form_data, of(Number(form_data.datasource.split('__')[0])));
  const filters = nativeFilters(row.json_metadata);
  for (const filter of filters) {
    for (const target of filter.targets ?? []) {
      if (typeof target.datasetId !== 'number') continue;
      if (target.column) of(target.datasetId).add(target.column.name);
      collectTexts(filter['sortMetric'], of(target.datasetId));
      collectTexts(filter['adhoc_filters'], of(target.datasetId));
    }
  }
  return used;
}

/**
 * Datasets cut to the columns and metrics the dashboard's charts and filters use (contract §1.2.1); type and name summaries keep
 * all columns. `hidesPeople`: guests learn neither owners nor the database (contract §1.4). Pure.
 */
export function trimDatasets(datasets: readonly Dataset[], dashboard: LoadedDashboard, hidesPeople: boolean): readonly Dataset[] {
  const used = usedNames(dashboard);
  return datasets.map((dataset) => {
    const names = used.get(dataset.id) ?? new Set<string>();
    const columns = dataset.columns.filter(({ column_name }) => names.has(column_name));
    const metrics = dataset.metrics.filter(({ metric_name }) => names.has(metric_name));
    const kept = new Set(['__timestamp', ...columns.map(({ column_name }) => column_name), ...metrics.map(({ metric_name }) => metric_name)]);
    const { owners, database, ...rest } = dataset as Dataset & Readonly<Record<string, unknown>>;
    return {
      ...rest,
      ...(hidesPeople ? {} : { owners, database }),
      columns,
      metrics,
      verbose_map: Object.fromEntries(Object.entries(dataset.verbose_map ?? {}).filter(([name]) => kept.has(name))),
    } as unknown as Dataset;
  });
}
