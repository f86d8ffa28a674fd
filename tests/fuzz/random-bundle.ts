import { stringify } from 'yaml';
import { PASSWORD } from './fuzz-app.ts';
import { HOSTILE_TEXTS, mutate } from './hostile.ts';
import type { Random } from './random.ts';

const RESOURCES = [['dashboard', 'Dashboard'], ['chart', 'Slice'], ['dataset', 'SqlaTable'], ['database', 'Database'], ['saved_query', 'SavedQuery'], ['theme', 'Theme'], ['assets', 'assets']] as const;
const BOMBS = ['a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d]', '!!python/object/apply:os.system ["id"]', '!!js/function "x"', 'a: *nope', '<<: *x', 'a: 1\na: 2', '\t- x', '- - - - -', '%YAML 9.9\n---\n', '---\na\n---\nb', 'x: !!binary "@@"', '? [1,2]\n: x', '__proto__: {polluted: true}', 'constructor: {prototype: {polluted: true}}', '\ufeff', 'a: 2024-02-30', '{'.repeat(2000), '['.repeat(5000), '"', "a: '"] as const;

const uuid = (random: Random, kind: number): string => `${String(kind).repeat(8)}-0000-4000-8000-00000000000${random.int(0, 3)}`;

/** Files of a bundle that would import. */
function files(random: Random, type: string): Record<string, unknown> {
  const [database, dataset, chart, dashboard] = [uuid(random, 1), uuid(random, 2), uuid(random, 3), uuid(random, 4)];
  const uri = random.chance(0.6) ? 'duckdb:///facts.duckdb' : `postgresql://ann:${random.chance(0.5) ? PASSWORD : 'XXXXXXXXXX'}@127.0.0.1:1/sales`;
  const version = '1.0.0';
  const all: Record<string, unknown> = { 'metadata.yaml': { version, type, timestamp: '2025-01-01T00:00:00+00:00' } };
  const holds = (kind: string): boolean => type === 'assets' || type === kind;
  if (type !== 'Theme') all['databases/w.yaml'] = { database_name: `W ${database.slice(-1)}`, sqlalchemy_uri: uri, uuid: database, version, expose_in_sqllab: true, extra: { schemas_allowed_for_csv_upload: [] }, ...(random.chance(0.1) ? { password: PASSWORD } : {}) };
  if (!['Theme', 'Database', 'SavedQuery'].includes(type) || holds('assets')) {
    all['datasets/w/allowed.yaml'] = { table_name: random.pick(['allowed', 'nowhere']), schema: 'main', uuid: dataset, version, database_uuid: database, ...(random.chance(0.2) ? { sql: 'select * from allowed' } : {}), columns: [{ column_name: 'qty', type: 'INTEGER', is_dttm: false }], metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }] };
  }
  if (holds('Slice') || type === 'Dashboard') all['charts/c_1.yaml'] = { slice_name: 'C', viz_type: random.pick(['table', 'pie', 'line', 'area', 'dist_bar']), params: { metrics: ['count'], groupby: ['region'], since: '7 days ago', annotation_layers: [] }, query_context: '{"queries":[{"metrics":["count"]}]}', uuid: chart, version, dataset_uuid: dataset };
  if (holds('Dashboard')) {
    all['dashboards/d_1.yaml'] = {
      dashboard_title: 'D', slug: random.pick(['d', null, 'e']), published: true, css: '', uuid: dashboard, version,
      position: { DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] }, GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-a'], parents: ['ROOT_ID'] }, 'CHART-a': { id: 'CHART-a', type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID'], meta: { chartId: 5, uuid: chart, width: 4, height: 50 } } },
      metadata: { timed_refresh_immune_slices: [5], expanded_slices: { 5: true }, filter_scopes: {}, native_filter_configuration: [{ id: 'NATIVE_FILTER-1', targets: [{ datasetUuid: dataset, column: { name: 'region' } }], scope: { rootPath: ['ROOT_ID'], excluded: [5] } }], chart_configuration: { 5: { id: 5, crossFilters: { scope: 'global' } } } },
    };
  }
  if (holds('SavedQuery')) all['queries/w/main/q.yaml'] = { label: 'Q', schema: 'main', sql: 'select 1', uuid: uuid(random, 5), version, database_uuid: database };
  if (holds('Theme')) all['themes/t.yaml'] = { theme_name: 'T', json_data: { token: { colorPrimary: '#fff' } }, uuid: uuid(random, 6), version };
  return all;
}

/** Names no bundle should have: strange, outside its folder, or hidden. */
const PATHS = ['charts/x.yaml', 'nope/x.yaml', 'charts/_x.yaml', 'charts/.x.yaml', 'x.txt', `charts/${'x'.repeat(3000)}.yaml`, 'charts/ü😀.yaml', 'databases/__proto__.yaml', 'charts/a/b/c/d/e.yaml', 'charts', 'metadata.yaml', 'metadata.yaml/x', 'CHARTS/X.YAML', '__MACOSX/._x.yaml'];
/** What the folder of charts is called instead, in as many bytes: the library that writes archives refuses such names. */
const ESCAPES = ['../../../chart', '/etc/././/char', 'C:\\bundle\\cha', '..\\..\\..\\char', 'bundle/../char', 'bundle/chart\0'];

/** What is sent to an import: texts by path, and what is done to the archive's bytes. */
export interface BundleInput {
  readonly resource: string;
  readonly root: string;
  readonly files: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** A file of so many blank mebibytes more; packed it is tiny. */
  readonly blankMib?: number;
  readonly isPlainFile?: boolean;
  /** Share of the bytes that is sent. */
  readonly cut?: number;
  /** Bytes that are replaced: where (share of all), and by what. */
  readonly flips?: readonly (readonly [number, number])[];
  /** Replaces `bundle/charts` in the bytes. */
  readonly escape?: string;
}

/** YAML; of what is nested deeper than its writer can follow JSON, which is YAML too. */
function yamlOf(content: unknown): string {
  try {
    return stringify(content, { aliasDuplicateObjects: false });
  } catch {
    return JSON.stringify(content) ?? 'null';
  }
}

function textOf(random: Random, content: unknown): string {
  const text = random.chance(0.04) ? random.pick(BOMBS) : yamlOf(content);
  if (!random.chance(0.04)) return text;
  return text.slice(0, random.int(0, text.length)) + random.pick([...HOSTILE_TEXTS, ...BOMBS]) + text.slice(random.int(0, text.length));
}

/** A bundle that would import, with a few things changed. */
export function randomBundle(random: Random): BundleInput {
  const [resource, type] = random.pick(RESOURCES);
  const whole = files(random, random.chance(0.95) ? type : random.pick(RESOURCES)[1]);
  const changed = random.chance(0.7) ? mutate(random, whole, random.pick([0.005, 0.02, 0.08])) : whole;
  const all = typeof changed === 'object' && changed !== null && !Array.isArray(changed) ? changed : whole;
  const fields = {
    ...(random.chance(0.6) ? { overwrite: 'true' } : {}),
    ...(random.chance(0.2) ? { passwords: random.pick([JSON.stringify({ 'databases/w.yaml': PASSWORD }), '{', '[]', 'null', '{"databases/w.yaml":5}', '{"__proto__":"x"}']) } : {}),
    ...(random.chance(0.05) ? { sparse: 'true' } : {}),
    ...(random.chance(0.05) ? { [random.pick(['ssh_tunnel_passwords', 'ssh_tunnel_private_keys', 'sync_columns', 'sync_metrics', 'nope'])]: random.pick(['true', '{}', '{', ...HOSTILE_TEXTS]) } : {}),
  };
  return {
    resource, fields,
    root: random.chance(0.95) ? 'bundle/' : random.pick(['', 'a/b/', '.x/']),
    files: Object.fromEntries(Object.entries(all).map(([name, content]) => [random.chance(0.98) ? name : random.pick(PATHS), textOf(random, content)])),
    ...(random.chance(0.004) ? { blankMib: random.pick([1, 20, 120]) } : {}),
    ...(random.chance(0.03) ? { isPlainFile: true } : {}),
    ...(random.chance(0.06) ? { cut: random.next() } : {}),
    ...(random.chance(0.06) ? { flips: random.some(1, 8, () => [random.next(), random.int(0, 255)] as const) } : {}),
    ...(random.chance(0.03) ? { escape: random.pick(ESCAPES) } : {}),
  };
}
