import type { JsonObject } from '@orrery/sdk';
import type { LegacyContext, LegacyFiles } from '../../../../import-export/contract.ts';
import { isObject } from '../dashboard-file.ts';
import { mapTargets } from '../filter-targets.ts';
import { completeLayout } from '../layout/complete-layout.ts';
import type { PlacedChart } from '../layout/complete-layout.ts';
import { filterScopes } from './filter-scopes.ts';
import { parsed, unwrapped, unwrappedAll, uuidIn } from './wrapped.ts';

const CHART_KEYS = ['slice_name', 'viz_type', 'description', 'cache_timeout', 'certified_by', 'certification_details', 'query_context'] as const;
const DASHBOARD_KEYS = ['dashboard_title', 'description', 'css', 'slug', 'certified_by', 'certification_details', 'published'] as const;
/** What v0 kept in params and metadata to find its way back, and what `filter_scopes` says since. */
const TRACES = new Set(['remote_id', 'import_time', 'datasource_name', 'database_name', 'schema', 'filter_immune_slices', 'filter_immune_slice_fields']);

const pick = (from: JsonObject, keys: readonly string[]): JsonObject => Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
const withoutTraces = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).filter(([key]) => !TRACES.has(key)));

interface Source {
  readonly uuid: string;
  readonly table: JsonObject;
}

/** Datasets of the file by the id they had, and by `database|schema|table`. */
function sourcesOf(tables: readonly JsonObject[], context: LegacyContext): { readonly byId: ReadonlyMap<number, Source>; readonly byName: ReadonlyMap<string, Source> } {
  const byId = new Map<number, Source>();
  const byName = new Map<string, Source>();
  for (const table of tables) {
    const params = parsed(table['params']);
    const names = [String(params['database_name']), String(table['schema'] ?? ''), String(table['table_name'])];
    const uuid = uuidIn(table) ?? context.uuidFor('datasets', ...names);
    const source = { uuid, table: { ...table, uuid, columns: unwrappedAll(table['columns'], '__TableColumn__'), metrics: unwrappedAll(table['metrics'], '__SqlMetric__') } };
    const id = params['remote_id'] ?? table['id'];
    if (typeof id === 'number') byId.set(id, source);
    byName.set(names.join('|'), source);
  }
  return { byId, byName };
}

/** Dashboards of the format v0: one JSON file `{dashboards: [{__Dashboard__}], datasources: [{__SqlaTable__}]}` (contract §0.5). */
export async function readLegacyDashboards(value: unknown, context: LegacyContext): Promise<LegacyFiles | undefined> {
  if (!isObject(value) || !Array.isArray(value['dashboards'])) return undefined;
  const { byId, byName } = sourcesOf(unwrappedAll(value['datasources'], '__SqlaTable__'), context);
  const files: Record<string, JsonObject> = { ...(await context.readAs('datasets', [...byName.values()].map(({ table }) => table))) };

  /** Adds a chart's file; answers where it stands. */
  function addChart(slice: JsonObject): PlacedChart {
    const params = parsed(slice['params']);
    const name = [params['database_name'], params['schema'] ?? '', params['datasource_name'] ?? slice['datasource_name']].map(String).join('|');
    const source = byName.get(name) ?? byId.get(Number(slice['datasource_id']));
    const slice_name = String(slice['slice_name']);
    if (!source) return context.refuse(`The dataset of the chart "${slice_name}" is not in the file`);
    const id = Number(slice['id'] ?? params['remote_id'] ?? 0);
    const uuid = uuidIn(slice) ?? context.uuidFor('charts', String(id), slice_name, source.uuid);
    files[`charts/${id}.yaml`] = { ...pick(slice, CHART_KEYS), params: withoutTraces(params), uuid, version: '1.0.0', dataset_uuid: source.uuid };
    return { id, uuid, slice_name };
  }

  for (const item of value['dashboards']) {
    const board = unwrapped(item, '__Dashboard__');
    if (!board) continue;
    const slices = unwrappedAll(board['slices'], '__Slice__');
    const charts = slices.map(addChart);
    const metadata = parsed(board['json_metadata']);
    const title = String(board['dashboard_title']);
    const id = Number(metadata['remote_id'] ?? board['id'] ?? 0);
    files[`dashboards/${id}.yaml`] = {
      ...pick(board, DASHBOARD_KEYS),
      uuid: uuidIn(board) ?? context.uuidFor('dashboards', String(id), title),
      position: completeLayout(parsed(board['position_json']), title, charts),
      metadata: {
        ...mapTargets(withoutTraces(metadata), ({ datasetId, ...target }) => ({ ...target, ...(byId.has(Number(datasetId)) ? { datasetUuid: byId.get(Number(datasetId))?.uuid } : {}) })),
        ...filterScopes(metadata, slices),
      },
      version: '1.0.0',
    };
  }
  return files;
}
