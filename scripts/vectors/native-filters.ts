import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FormData, JsonObject, QueryContext } from '../../sdk/src/common/index.ts';
import type { NativeFilter } from '../../plugins/app/dashboard/contract.ts';
import { root } from '../paths.ts';

/** Asks for a filter's options as its plugin does. */
type OptionsQuery = (filter: NativeFilter, search: string) => QueryContext | undefined;

/** Settings stand beside the query in the vectors; dashboards keep them with the filter. */
function filterOf(type: string, formData: FormData): NativeFilter {
  const { datasource, groupby, adhoc_filters, time_range, granularity_sqla, sortMetric, ...controlValues } = formData as FormData & JsonObject;
  const [column] = Array.isArray(groupby) ? (groupby as readonly string[]) : [];
  return {
    id: 'NATIVE_FILTER-vector', type: 'NATIVE_FILTER', name: 'vector', filterType: type, controlValues, scope: { rootPath: [], excluded: [] },
    targets: [{ datasetId: Number.parseInt(String(datasource), 10), ...(column !== undefined && { column: { name: column } }) }],
    adhoc_filters, time_range, granularity_sqla, sortMetric,
  };
}

/** The query for the options of a native filter, by its own plugin; undefined while no plugin of the tree asks for them. */
export async function filterQuery(type: string, formData: FormData, search: string): Promise<QueryContext | undefined> {
  const file = path.join(root, 'plugins/filter', type.replace(/^filter_/, ''), 'web/options-query.ts');
  if (!existsSync(file)) return undefined;
  const { optionsQuery } = (await import(pathToFileURL(file).href)) as { readonly optionsQuery: OptionsQuery };
  return optionsQuery(filterOf(type, formData), search);
}
