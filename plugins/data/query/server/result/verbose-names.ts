import type { Dataset } from '@orrery/sdk';

/** Names people gave to columns and metrics. */
export function verboseNames(dataset: Pick<Dataset, 'columns' | 'metrics'>): Readonly<Record<string, string>> {
  // No plain object: a column may be called like something every object has.
  const names = Object.create(null) as Record<string, string>;
  for (const { column_name: name, verbose_name: verbose } of dataset.columns) if (verbose) names[name] = verbose;
  for (const { metric_name: name, verbose_name: verbose } of dataset.metrics) if (verbose) names[name] = verbose;
  return names;
}
