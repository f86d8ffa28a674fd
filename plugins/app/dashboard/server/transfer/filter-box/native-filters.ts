import type { JsonObject } from '@orrery/sdk';
import { isObject } from '../dashboard-file.ts';

/** A filter box as its chart was saved. */
export interface FilterBox {
  readonly chartId: number;
  readonly uuid: string;
  readonly datasetId: number;
  readonly params: JsonObject;
  /** `filter_scopes` of the dashboard for this chart: column → `{scope, immune}`. */
  readonly scopes: JsonObject;
  /** `default_filters` of the dashboard for this chart: column → values. */
  readonly defaults: JsonObject;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]);

/** The time controls of a filter box: setting that shows them, key of their default, filter type, name. */
const TIME_FILTERS = [
  ['date_filter', '__time_range', 'filter_time', 'Time range'],
  ['show_sqla_time_granularity', '__time_grain', 'filter_timegrain', 'Time grain'],
  ['show_sqla_time_column', '__time_col', 'filter_timecolumn', 'Time column'],
] as const;

function scopeOf({ scopes, chartId }: FilterBox, key: string): JsonObject {
  const scope = isObject(scopes[key]) ? scopes[key] : {};
  const rootPath = list(scope['scope']).map(String);
  const immune = list(scope['immune']).filter((id) => typeof id === 'number' && id !== chartId);
  return { rootPath: rootPath.length > 0 ? rootPath : ['ROOT_ID'], excluded: immune };
}

function timeMask(type: string, value: unknown): JsonObject {
  const key = { filter_time: 'time_range', filter_timegrain: 'time_grain_sqla', filter_timecolumn: 'granularity_sqla' }[type] as string;
  return { extraFormData: { [key]: value }, filterState: { value: type === 'filter_time' ? value : [value] } };
}

function base(box: FilterBox, key: string, name: string, filterType: string): JsonObject {
  return {
    id: `NATIVE_FILTER-${box.uuid.slice(0, 8)}-${key.replace(/\W+/g, '_')}`,
    type: 'NATIVE_FILTER',
    name,
    description: '',
    filterType,
    cascadeParentIds: [],
    scope: scopeOf(box, key),
  };
}

/** The native filters that do what a filter box did: one per column, one per time control it showed. */
export function nativeFilters(box: FilterBox): readonly JsonObject[] {
  const { params, defaults, datasetId } = box;
  const time = TIME_FILTERS.flatMap(([setting, key, filterType, name]) => {
    // The time range was shown unless switched off.
    if (!(params[setting] ?? setting === 'date_filter')) return [];
    const value = defaults[key] ?? (setting === 'date_filter' ? params['time_range'] : undefined);
    const hasValue = typeof value === 'string' && value !== '' && value !== 'No filter';
    return [{
      ...base(box, key, name, filterType),
      targets: filterType === 'filter_time' ? [{}] : [{ datasetId }],
      controlValues: {},
      defaultDataMask: hasValue ? timeMask(filterType, value) : { extraFormData: {}, filterState: {} },
    }];
  });
  const columns = list(params['filter_configs']).filter(isObject).flatMap((config) => {
    const column = config['column'];
    if (typeof column !== 'string' || column === '') return [];
    const stored = defaults[column] ?? (typeof config['defaultValue'] === 'string' && config['defaultValue'] !== '' ? config['defaultValue'].split(';') : undefined);
    const values = list(stored);
    return [{
      ...base(box, column, String(config['label'] || column), 'filter_select'),
      targets: [{ datasetId, column: { name: column } }],
      controlValues: {
        multiSelect: config['multiple'] !== false,
        searchAllOptions: config['searchAllOptions'] === true,
        enableEmptyFilter: config['clearable'] === false,
        defaultToFirstItem: false,
        inverseSelection: false,
        sortAscending: config['asc'] !== false,
      },
      ...(config['metric'] ? { sortMetric: config['metric'] } : {}),
      ...(list(params['adhoc_filters']).length > 0 ? { adhoc_filters: params['adhoc_filters'] } : {}),
      defaultDataMask: values.length > 0 ? { extraFormData: { filters: [{ col: column, op: 'IN', val: values }] }, filterState: { value: values } } : { extraFormData: {}, filterState: {} },
    }];
  });
  return [...time, ...columns];
}
