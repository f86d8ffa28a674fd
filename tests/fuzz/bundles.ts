import { sql } from 'kysely';
import { stringify } from 'yaml';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { problemOf, timed } from './check-answer.ts';
import type { FuzzApp } from './fuzz-app.ts';
import { HOSTILE_TEXTS, mutate } from './hostile.ts';
import type { Random } from './random.ts';
import type { FuzzKind } from './run-cases.ts';

const RESOURCES = [['dashboard', 'Dashboard'], ['chart', 'Slice'], ['dataset', 'SqlaTable'], ['database', 'Database'], ['saved_query', 'SavedQuery'], ['theme', 'Theme'], ['assets', 'assets']] as const;
/** A password in bundles; it must show up nowhere. */
const PASSWORD = 'pw-f0rb1dden-w0rd';
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

async function archiveOf(random: Random, all: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const archive = new ZipFile();
  const root = random.chance(0.95) ? 'bundle/' : random.pick(['', 'a/b/', '.x/']);
  for (const [name, content] of Object.entries(all)) {
    const path = random.chance(0.98) ? `${root}${name}` : `${root}${random.pick(['charts/x.yaml', 'nope/x.yaml', 'charts/_x.yaml', 'charts/.x.yaml', 'x.txt', `charts/${'x'.repeat(3000)}.yaml`, 'charts/ü😀.yaml', 'databases/__proto__.yaml'])}`;
    let text = random.chance(0.04) ? random.pick(BOMBS) : stringify(content, { aliasDuplicateObjects: false });
    if (random.chance(0.04)) text = text.slice(0, random.int(0, text.length)) + random.pick([...HOSTILE_TEXTS, ...BOMBS]) + text.slice(random.int(0, text.length));
    archive.addBuffer(Buffer.from(text), path);
  }
  archive.end();
  const bytes = await buffer(archive.outputStream);
  if (random.chance(0.08)) return bytes.subarray(0, random.int(0, bytes.length));
  if (random.chance(0.08)) for (let flips = random.int(1, 8); flips > 0; flips--) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
  // Names cannot leave the folder by the library that writes; so they are changed in the bytes.
  if (random.chance(0.03)) return Buffer.from(bytes.toString('latin1').replaceAll('bundle/charts', random.pick(['../../../chart', '/etc/././/char', 'C:\\bundle\\cha'])), 'latin1');
  return bytes;
}

const UNCOUNTED = /^(?:sqlite_|kernel_|log|logs|kv_|jobs?$|event|ab_user$|plugin_)/;
const namesOf = new WeakMap<FuzzApp, readonly string[]>();

/** A sum over the rows of all tables people's objects are in. */
async function fingerprint(fuzz: FuzzApp): Promise<string> {
  const db = fuzz.app.kernel.metadata('fuzz').db<Record<string, Record<string, unknown>>>();
  if (!namesOf.has(fuzz)) {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
    namesOf.set(fuzz, rows.map(({ name }) => name).filter((name) => !UNCOUNTED.test(name)));
  }
  const counts = await Promise.all((namesOf.get(fuzz) ?? []).map(async (name) => `${name} ${JSON.stringify((await sql`select count(*) as n, coalesce(sum(rowid), 0) as s from ${sql.table(name)}`.execute(db)).rows[0])}`));
  const texts = await sql`select (select group_concat(slice_name || coalesce(params, '') || viz_type) from slices) as c, (select group_concat(dashboard_title || coalesce(position_json, '')) from dashboards) as d, (select group_concat(table_name || coalesce(sql, '')) from tables) as t, (select group_concat(database_name) from dbs) as b`.execute(db);
  return [...counts, JSON.stringify(texts.rows)].join('\n');
}

/** Random bundles to every import: all of it or nothing, and never a failure of the server. */
export const BUNDLES: FuzzKind = {
  name: 'YAML bundles',
  parallel: 1,
  async run(fuzz, random) {
    const [resource, type] = random.pick(RESOURCES);
    const whole = files(random, random.chance(0.95) ? type : random.pick(RESOURCES)[1]);
    const changed = random.chance(0.7) ? (mutate(random, whole, random.pick([0.005, 0.02, 0.08])) as Record<string, unknown>) : whole;
    const all = typeof changed === 'object' && changed !== null && !Array.isArray(changed) ? changed : whole;
    const bytes = await archiveOf(random, all);
    const form = new FormData();
    form.set(resource === 'assets' ? 'bundle' : 'formData', new File([new Uint8Array(bytes)], 'bundle.zip'));
    if (random.chance(0.6)) form.set('overwrite', 'true');
    if (random.chance(0.2)) form.set('passwords', random.pick([JSON.stringify({ 'databases/w.yaml': PASSWORD }), '{', '[]', 'null', '{"databases/w.yaml":5}', '{"__proto__":"x"}']));
    if (random.chance(0.05)) form.set('sparse', 'true');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const payload = Buffer.from(await request.arrayBuffer());
    const before = await fingerprint(fuzz);
    const got = await timed(() => upload(fuzz, resource, request.headers.get('content-type') ?? '', payload));
    const { status, text } = got.answer;
    const leaked = [text, ...fuzz.app.logged].some((one) => one.includes(PASSWORD)) ? 'a password of the bundle shows' : Object.hasOwn(Object.prototype, 'polluted') ? 'the prototype of objects was changed' : undefined;
    const half = status >= 400 && (await fingerprint(fuzz)) !== before ? `refused with ${status}, but something was written: ${text.slice(0, 300)}` : undefined;
    const problem = problemOf(fuzz, got) ?? leaked ?? half;
    return { input: { resource, files: all }, status, ...(problem ? { problem } : {}) };
  },
};

const tokens = new WeakMap<FuzzApp, Promise<string>>();

async function upload(fuzz: FuzzApp, resource: string, contentType: string, payload: Buffer): ReturnType<Parameters<typeof timed>[0]> {
  const { app } = fuzz.app.kernel.http;
  if (!tokens.has(fuzz)) tokens.set(fuzz, app.inject({ method: 'POST', url: '/api/v1/security/login', payload: { username: 'root', password: 'secret-root', provider: 'db' } }).then((answer) => (answer.json() as { access_token: string }).access_token));
  const answer = await app.inject({ method: 'POST', url: `/api/v1/${resource}/import/`, headers: { 'content-type': contentType, accept: 'application/json', authorization: `Bearer ${await tokens.get(fuzz)}` }, payload });
  return { status: answer.statusCode, headers: answer.headers as Record<string, string | undefined>, text: answer.payload, json: parse(answer.payload) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
