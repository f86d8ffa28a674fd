/** A body, or a part of one. */
export type Input = Readonly<Record<string, unknown>>;

const TEXTS = ['uuid', 'table_name', 'sql', 'catalog', 'schema', 'description', 'main_dttm_col', 'default_endpoint', 'fetch_values_predicate', 'template_params', 'extra', 'external_url'] as const;
const NUMBERS = ['offset', 'cache_timeout', 'database_id'] as const;
const FLAGS = ['filter_select_enabled', 'is_sqllab_view', 'normalize_columns', 'always_filter_main_dttm', 'is_managed_externally'] as const;

/** Columns of table `tables` a body sets. Pure. */
export function datasetValues(input: Input): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const name of TEXTS) if (name in input) values[name] = (input[name] as string | null) ?? null;
  for (const name of NUMBERS) if (name in input) values[name] = (input[name] as number | null) ?? (name === 'offset' ? 0 : null);
  for (const name of FLAGS) if (typeof input[name] === 'boolean') values[name] = input[name] ? 1 : 0;
  if ('folders' in input) values['folders'] = input['folders'] ? JSON.stringify(input['folders']) : null;
  if (values['sql'] === '') values['sql'] = null;
  for (const name of ['uuid', 'table_name'] as const) if (values[name] === null) delete values[name];
  return values;
}
