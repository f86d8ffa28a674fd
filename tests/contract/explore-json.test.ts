import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart, addDataset } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** Two weeks of visits per country, page and day, and points with shapes. */
const TABLES = [
  `CREATE TABLE visits AS SELECT * FROM (VALUES
    (TIMESTAMP '2024-01-01', 'DE', 'home', 10, 1.0), (TIMESTAMP '2024-01-01', 'FR', 'home', 20, 2.0), (TIMESTAMP '2024-01-02', 'DE', 'shop', 30, 3.0),
    (TIMESTAMP '2024-01-08', 'DE', 'home', 40, 4.0), (TIMESTAMP '2024-01-08', 'FR', 'shop', 60, 5.0), (TIMESTAMP '2024-01-10', 'DE', 'home', 50, 6.0)) AS t(day, country, page, hits, secs)`,
  `CREATE TABLE places AS SELECT * FROM (VALUES ('a', 7.5, 51.0, 3, '{"type":"Feature","geometry":{"type":"Point","coordinates":[7.5,51]}}'), ('b', -1.25, 48.0, 4, NULL)) AS t(name, lon, lat, size, shape)`,
];

interface Answer {
  readonly data: unknown;
  readonly errors: readonly { readonly message: string; readonly error_type: string }[];
  readonly [key: string]: unknown;
}

const sum = (column: string) => ({ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: column }, label: column });
const day = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const [hits, secs] = [sum('hits'), sum('secs')];
const TIME = { granularity_sqla: 'day', time_grain_sqla: 'P1D', time_range: '2024-01-01 : 2024-01-15' };

let app: TestApp;
let visits: number;
let places: number;

async function addTables(to: TestApp): Promise<number> {
  const instance = await DuckDBInstance.create(path.join(to.dataDir, 'legacy.duckdb'));
  const connection = await instance.connect();
  for (const statement of TABLES) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return ((await to.admin.request('POST', '/api/v1/database/', { json: { database_name: 'Legacy', engine: 'duckdb', parameters: { file: 'legacy.duckdb' } } })).json as { id: number }).id;
}

const formOf = (viz_type: string, form: object, dataset = visits) => ({ datasource: `${dataset}__table`, viz_type, ...form });
const ask = (form: object, search = '', client = app.admin) => client.request('POST', `/superset/explore_json/${search}`, { form: { form_data: JSON.stringify(form) }, csrf: false });
async function run(viz_type: string, form: object, dataset = visits): Promise<Answer> {
  const answer = await ask(formOf(viz_type, form, dataset));
  if (answer.status !== 200) throw new Error(`${viz_type} answered ${answer.status}: ${answer.text}`);
  return answer.json as Answer;
}
const dataOf = async (viz_type: string, form: object, dataset?: number): Promise<unknown> => (await run(viz_type, form, dataset)).data;

beforeAll(async () => {
  app = await startApp({ more: ['data/query', 'data/legacy-charts', 'app/annotations', 'app/security'], config: { conf: { MAPBOX_API_KEY: 'pk.map' }, featureFlags: { EMBEDDED_SUPERSET: true } } });
  const database = await addTables(app);
  visits = await addDataset(app, database, 'visits');
  places = await addDataset(app, database, 'places');
}, 60_000);
afterAll(() => app?.close());

describe('[contract §1.10] explore_json', () => {
  it('answers the whole envelope, without a token, from a form', async () => {
    const form = formOf('compare', { metrics: [hits], groupby: ['country'], ...TIME });
    const answer = await ask(form);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      cache_key: expect.stringMatching(/^[0-9a-f]{32}$/), cached_dttm: null, cache_timeout: expect.any(Number), is_cached: false, status: 'success', stacktrace: null, errors: [],
      query: expect.stringContaining('GROUP BY'), from_dttm: day('2024-01-01'), to_dttm: day('2024-01-15'), rowcount: 6, sql_rowcount: 6,
      colnames: ['country', '__timestamp', 'hits'], coltypes: [1, 2, 0], applied_filters: [], rejected_filters: [], annotation_data: {},
      form_data: { ...form, adhoc_filters: [], applied_time_extras: {} }, data: expect.any(Array),
    });
  });

  it('reads multipart forms, and caches until forced', async () => {
    const form = formOf('bullet', { metric: hits });
    const boundary = '----explore-json-form-of-a-test';
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="form_data"\r\n\r\n${JSON.stringify(form)}\r\n--${boundary}--\r\n`;
    const cookie = [...app.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = await app.kernel.http.app.inject({ method: 'POST', url: '/superset/explore_json/', headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` }, payload });
    expect(sent.json()).toMatchObject({ is_cached: false, data: { measures: [210] } });
    expect((await ask(form)).json).toMatchObject({ is_cached: true, cached_dttm: expect.stringMatching(/^\d{4}-/) });
    expect((await ask(form, '?force=true')).json).toMatchObject({ is_cached: false });
  });

  it('merges a saved chart under a form that only names it', async () => {
    const id = await addChart(app, visits, 'Saved bullet', { viz_type: 'bullet', params: JSON.stringify({ metric: hits }) });
    const bySlice = async (form: object) => (await app.admin.request('POST', `/superset/explore_json/?form_data=${encodeURIComponent(JSON.stringify({ slice_id: id, ...form }))}`, { csrf: false })).json;
    expect(await bySlice({})).toMatchObject({ data: { measures: [210] }, form_data: { slice_id: id, viz_type: 'bullet', datasource: `${visits}__table` } });
    expect(await bySlice({ extra_filters: [{ col: 'country', op: 'in', val: ['FR'] }] })).toMatchObject({ data: { measures: [80] }, applied_filters: [{ column: 'country' }] });
    expect(await bySlice({ extra_form_data: { filters: [{ col: 'page', op: '==', val: 'shop' }] } })).toMatchObject({ data: { measures: [90] } });
  });

  it('answers null for no rows', async () => {
    const nobody = [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'country', operator: '==', comparator: 'XX' }];
    expect(await run('para', { series: 'country', metrics: [hits], adhoc_filters: nobody })).toMatchObject({ data: null, rowcount: 0, status: 'success' });
    expect(await run('compare', { metrics: [hits], groupby: ['country'], adhoc_filters: nobody, rolling_type: 'sum', rolling_periods: 2, ...TIME })).toMatchObject({ data: null });
  });

  it('answers 400 in the same shape when the chart or its query is wrong', async () => {
    const failed = async (viz_type: string, form: object) => {
      const { status, json } = await ask(formOf(viz_type, form));
      expect(status).toBe(400);
      expect(json).toMatchObject({ status: 'failed', data: null, form_data: { viz_type }, rowcount: 0, errors: [{ error_type: 'VIZ_GET_DF_ERROR', level: 'error' }] });
      return (json as Answer).errors[0]!.message;
    };
    expect(await failed('bubble', { entity: 'country', x: hits, y: hits, size: secs })).toBe('Please use 3 different metric labels');
    expect(await failed('compare', { metrics: [hits] })).toBe('Datetime column not provided as part table configuration and is required by this type of chart');
    expect(await failed('bullet', { metric: 'nonsense' })).toBe("Metric 'nonsense' does not exist");
    expect(await failed('cal_heatmap', { metrics: [hits], granularity_sqla: 'day', time_range: ' : 2024-02-01' })).toBe('Please provide both time bounds (Since and Until)');
    expect(await failed('pie', {})).toMatch(/^Charts of type "pie" are not shaped by the server/);
    expect(await ask({ viz_type: 'bullet', datasource: '999__table' })).toMatchObject({ status: 404, json: { error: 'The dataset associated with this chart no longer exists' } });
    expect(await app.admin.request('POST', '/superset/explore_json/', { form: { form_data: '[]' }, csrf: false })).toMatchObject({ status: 400, json: { error: 'The form data is not a JSON object.' } });
  });

  it('answers the statement, the rows, samples or a file instead', async () => {
    const form = formOf('compare', { metrics: [hits], groupby: ['country'], ...TIME });
    expect((await ask(form, '?query=true')).json).toEqual({ language: 'sql', query: expect.stringMatching(/^SELECT/) });
    expect((await ask(form, '?results=true')).json).toMatchObject({ rowcount: 6, colnames: expect.arrayContaining(['__timestamp', 'country', 'hits']), data: expect.arrayContaining([{ country: 'DE', __timestamp: day('2024-01-08'), hits: 40 }]) });
    expect((await ask(form, '?samples=true')).json).toMatchObject({ rowcount: 6, colnames: ['day', 'country', 'page', 'hits', 'secs'] });
    const file = await ask(form, '?csv=true');
    expect(file.headers['content-type']).toMatch(/^text\/csv/);
    expect(file.text.split('\n')).toHaveLength(8);
  });
});

describe('[contract §0.3] explore_json and rights', () => {
  it('asks for can_explore_json, the dataset, and can_csv', async () => {
    const form = formOf('bullet', { metric: hits });
    expect((await ask(form, '', app.client())).status).toBe(401);
    const gamma = await app.signedIn('gamma', 'Gamma');
    const refused = await ask(form, '', gamma.client);
    expect(refused).toMatchObject({ status: 403, json: { errors: [{ error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR' }] } });
    const id = await addChart(app, visits, 'Hidden', { viz_type: 'bubble', params: JSON.stringify({ secret_note: 'x' }) });
    const hidden = await ask({ slice_id: id }, '', gamma.client);
    expect(hidden.status).toBe(403);
    expect(hidden.text).not.toContain('secret_note');
    const layers = await addChart(app, visits, 'Layers', { viz_type: 'deck_multi', params: JSON.stringify({ deck_slices: [id] }) });
    expect((await ask({ slice_id: layers }, '', gamma.client)).status).toBe(403);
  });

  it('stays inside row-level security, whatever the clauses say', async () => {
    const { client, id } = await app.signedIn('alpha', 'Alpha');
    expect(id).toBeGreaterThan(0);
    const role = ((await app.admin.get(withQ('/api/v1/security/roles/', { filters: [{ col: 'name', opr: 'eq', value: 'Alpha' }] }))).json as { result: { id: number }[] }).result[0]!.id;
    const rule = await app.admin.request('POST', '/api/v1/rowlevelsecurity/', { json: { name: 'only FR', filter_type: 'Regular', tables: [visits], roles: [role], clause: "country = 'FR'" } });
    expect(rule.status).toBe(201);
    const form = formOf('bullet', { metric: hits, where: '1=1 OR 2=2' });
    expect((await ask(form, '', client)).json).toMatchObject({ data: { measures: [80] } });
    expect((await ask(form)).json).toMatchObject({ data: { measures: [210] } });
  });
});

describe('[contract §1.9] explore_json and guests', () => {
  it('answers charts of the dashboard they may see, as they are, without statements', async () => {
    const db = app.kernel.metadata('test').db<{ ab_role: { id: number; name: string }; ab_permission_role: { role_id: number; action: string; subject: string } }>();
    const { id: role_id } = await db.selectFrom('ab_role').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow();
    await db.insertInto('ab_permission_role').values([{ role_id, action: 'can_explore_json', subject: 'Superset' }, { role_id, action: 'can_read', subject: 'Dashboard' }]).execute();
    await app.kernel.permissions.invalidate();
    const chart = await addChart(app, visits, 'Map', { viz_type: 'world_map', params: JSON.stringify({ entity: 'country', metric: hits, country_fieldtype: 'cca2' }) });
    const { id: board } = (await app.admin.request('POST', '/api/v1/dashboard/', { json: { dashboard_title: 'Board', published: true } })).json as { id: number };
    await app.admin.request('PUT', `/api/v1/chart/${chart}`, { json: { dashboards: [board] } });
    const { result: { uuid } } = (await app.admin.request('POST', `/api/v1/dashboard/${board}/embedded`, { json: { allowed_domains: [] } })).json as { result: { uuid: string } };
    const { token } = (await app.admin.request('POST', '/api/v1/security/guest_token/', { json: { user: { username: 'guest' }, resources: [{ type: 'dashboard', id: uuid }], rls: [{ clause: "country = 'FR'" }] } })).json as { token: string };
    const asGuest = (form: object) => app.client().request('POST', '/superset/explore_json/', { form: { form_data: JSON.stringify(form) }, headers: { 'x-guesttoken': token }, csrf: false });
    const shown = await asGuest({ slice_id: chart, dashboardId: board });
    expect(shown).toMatchObject({ status: 200, json: { data: [{ country: 'FRA', m1: 80 }] } });
    expect(shown.json).not.toHaveProperty('query');
    const form = { datasource: `${visits}__table`, viz_type: 'world_map', slice_id: chart, dashboardId: board, entity: 'country' };
    expect(await asGuest({ ...form, metric: secs })).toMatchObject({ status: 403, json: { errors: [{ message: 'Guest user cannot modify chart payload' }] } });
    expect((await asGuest(formOf('bullet', { metric: hits }))).status).toBe(403);
  });
});

describe('[contract §7.5] legacy charts over a real engine', () => {
  it('compare: series, rolling, contribution and an earlier week', async () => {
    const form = { metrics: [hits], groupby: ['country'], ...TIME };
    const x = (date: string, y: number | null) => ({ x: day(date), y });
    expect(await dataOf('compare', form)).toEqual([
      { key: ['DE'], values: [x('2024-01-01', 10), x('2024-01-02', 30), x('2024-01-08', 40), x('2024-01-10', 50)] },
      { key: ['FR'], values: [x('2024-01-01', 20), x('2024-01-02', null), x('2024-01-08', 60), x('2024-01-10', null)] },
    ]);
    expect(await dataOf('compare', { ...form, groupby: [], rolling_type: 'cumsum' })).toEqual([{ key: ['hits'], values: [x('2024-01-01', 30), x('2024-01-02', 60), x('2024-01-08', 160), x('2024-01-10', 210)] }]);
    expect(await dataOf('compare', { ...form, contribution: true, time_range: '2024-01-08 : 2024-01-09' })).toMatchObject([{ values: [{ y: 0.4 }] }, { values: [{ y: 0.6 }] }]);
    expect(await dataOf('compare', { ...form, groupby: [], resample_rule: '1D', resample_method: 'ffill', time_range: '2024-01-08 : 2024-01-15' })).toMatchObject([{ values: [{ y: 100 }, { y: 100 }, { y: 50 }] }]);
    const second = { ...form, groupby: [], time_range: '2024-01-08 : 2024-01-15', time_compare: ['1 week'] };
    expect(await dataOf('compare', second)).toEqual([
      { key: ['hits'], values: [x('2024-01-08', 100), x('2024-01-10', 50)] },
      { key: ['hits', '1 week offset'], values: [x('2024-01-08', 30), x('2024-01-09', 30)], classed: 'time-shift-0' },
    ]);
    expect(await dataOf('compare', { ...second, comparison_type: 'absolute' })).toMatchObject([{ classed: 'time-shift-0', values: [x('2024-01-08', 70), x('2024-01-10', 20)] }]);
  });

  it('compare: the top series only, and an annotation layer', async () => {
    const layer = ((await app.admin.request('POST', '/api/v1/annotation_layer/', { json: { name: 'Launches' } })).json as { id: number }).id;
    await app.admin.request('POST', `/api/v1/annotation_layer/${layer}/annotation/`, { json: { short_descr: 'Launch', start_dttm: '2024-01-02T00:00:00', end_dttm: '2024-01-03T00:00:00' } });
    const annotation_layers = [{ name: 'L', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer, show: true, style: 'solid' }];
    const answer = await run('compare', { metrics: [hits], groupby: ['country'], limit: 1, annotation_layers, ...TIME });
    expect(answer.data).toMatchObject([{ key: ['DE'] }]);
    expect(answer['annotation_data']).toMatchObject({ L: { records: [{ short_descr: 'Launch' }] } });
  });

  it('rose, horizon, time_pivot, time_table, paired_ttest', async () => {
    expect(await dataOf('rose', { metrics: [hits], groupby: ['country'], ...TIME })).toMatchObject({ [`${day('2024-01-02')}000000`]: [{ key: ['DE'], value: 30, name: 'DE', time: day('2024-01-02') }, { key: ['FR'], value: 0 }] });
    expect(await dataOf('horizon', { metrics: [hits, secs], groupby: ['country'], ...TIME })).toMatchObject([{ key: ['hits', 'DE'] }, { key: ['hits', 'FR'] }, { key: ['secs', 'DE'] }, { key: ['secs', 'FR'] }]);
    expect(await dataOf('time_pivot', { metric: hits, freq: 'W-MON', ...TIME })).toMatchObject([
      { key: 'current', rank: 0, perc: 1, values: [{ x: day('2024-01-08'), y: 100 }, { x: day('2024-01-09'), y: null }, { x: day('2024-01-10'), y: 50 }] },
      { key: '-1', rank: 1, perc: 0.5, values: [{ y: 30 }, { y: 30 }, { y: null }] },
    ]);
    expect(await dataOf('time_table', { metrics: [hits], groupby: ['page'], ...TIME, time_range: '2024-01-08 : 2024-01-09' })).toEqual({ records: { '2024-01-08 00:00:00': { home: 40, shop: 60 } }, columns: ['home', 'shop'], is_group_by: true });
    expect(await dataOf('paired_ttest', { metrics: [hits], groupby: ['page'], ...TIME, time_range: '2024-01-02 : 2024-01-09' })).toEqual({
      hits: [{ group: ['home'], values: [{ x: day('2024-01-02'), y: null }, { x: day('2024-01-08'), y: 40 }] }, { group: ['shop'], values: [{ x: day('2024-01-02'), y: 30 }, { x: day('2024-01-08'), y: 60 }] }],
    });
  });

  it('bubble, chord, world_map, country_map, cal_heatmap', async () => {
    expect(await dataOf('bubble', { entity: 'country', x: hits, y: secs, size: { ...hits, aggregate: 'MAX', label: 'top' } })).toEqual(
      expect.arrayContaining([{ key: 'FR', values: [{ country: 'FR', hits: 80, secs: 7, top: 60, x: 80, y: 7, size: 60, shape: 'circle', group: 'FR' }] }]),
    );
    expect(await dataOf('chord', { groupby: 'country', columns: 'page', metric: hits })).toEqual({ nodes: ['DE', 'FR', 'home', 'shop'], matrix: [[0, 0, 0, 0], [0, 0, 0, 0], [100, 20, 0, 0], [30, 60, 0, 0]] });
    expect(await dataOf('world_map', { entity: 'country', metric: hits, secondary_metric: secs, country_fieldtype: 'cca2', sort_by_metric: true })).toEqual([
      { country: 'DEU', m1: 130, m2: 14, latitude: 51, longitude: 9, name: 'Germany' },
      { country: 'FRA', m1: 80, m2: 7, latitude: 46, longitude: 2, name: 'France' },
    ]);
    expect(await dataOf('country_map', { select_country: 'germany', entity: 'page', metric: hits })).toEqual(expect.arrayContaining([{ country_id: 'shop', metric: 90 }]));
    expect(await dataOf('cal_heatmap', { metrics: [hits], domain_granularity: 'week', subdomain_granularity: 'day', granularity_sqla: 'day', time_range: '2024-01-01 : 2024-01-09' })).toEqual({
      data: { hits: { '1704067200.0': 30, '1704153600.0': 30, '1704672000.0': 100 } }, start: day('2024-01-01'), domain: 'week', subdomain: 'day', range: 2,
    });
  });

  it('partition, under advanced analytics too', async () => {
    expect(await dataOf('partition', { metrics: [hits], groupby: ['country', 'page'], ...TIME })).toEqual([
      { name: 'hits', val: 210, children: [
        { name: 'DE', val: 130, children: [{ name: 'home', val: 100, children: [] }, { name: 'shop', val: 30, children: [] }] },
        { name: 'FR', val: 80, children: [{ name: 'home', val: 20, children: [] }, { name: 'shop', val: 60, children: [] }] },
      ] },
    ]);
    expect(await dataOf('partition', { metrics: [hits], groupby: ['country'], time_series_option: 'adv_anal', rolling_type: 'cumsum', ...TIME, time_range: '2024-01-01 : 2024-01-03' })).toEqual([
      { name: 'hits', children: [
        { name: day('2024-01-01'), val: 30, children: [{ name: 'DE', val: 10, children: [] }, { name: 'FR', val: 20, children: [] }] },
        { name: day('2024-01-02'), val: 60, children: [{ name: 'DE', val: 40, children: [] }, { name: 'FR', val: 20, children: [] }] },
      ] },
    ]);
  });

  it('mapbox and deck.gl layers', async () => {
    const map = { all_columns_x: 'lon', all_columns_y: 'lat', point_radius: 'size', mapbox_label: ['name'] };
    expect(await dataOf('mapbox', map, places)).toMatchObject({ mapboxApiKey: 'pk.map', bounds: [[-1.25, 48], [7.5, 51]], geoJSON: { features: [{ properties: { metric: 'a', radius: 3 } }, { properties: { metric: 'b', radius: 4 } }] } });
    expect(await dataOf('mapbox', { ...map, groupby: ['lon', 'lat'], point_radius: 'Auto', mapbox_label: ['count'] }, places)).toMatchObject({ geoJSON: { features: [{ properties: { metric: 1 } }, { properties: { metric: 1 } }] } });
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [7.5, 51] } };
    expect(await dataOf('deck_geojson', { geojson: 'shape' }, places)).toMatchObject({ features: [feature], geojsonExtent: [[7.5, 51], [7.5, 51]] });

    const shapes = await addChart(app, places, 'Shapes', { viz_type: 'deck_geojson', params: JSON.stringify({ geojson: 'shape' }) });
    const query_context = JSON.stringify({ datasource: { id: places, type: 'table' }, queries: [{ columns: ['name', 'lon'], metrics: null, filters: [] }] });
    const points = await addChart(app, places, 'Points', { viz_type: 'deck_scatter', params: '{}', query_context });
    const multi = { deck_slices: [shapes, points, 999], extra_form_data: { filters: [{ col: 'name', op: 'IN', val: ['a'] }] } };
    const answer = await run('deck_multi', multi);
    expect(answer).toMatchObject({ is_cached: expect.any(Boolean), data: { mapboxApiKey: 'pk.map', features: { deck_geojson: [feature], deck_scatter: [{ name: 'a', lon: 7.5 }] }, slices: [{ slice_id: shapes, slice_name: 'Shapes' }, { slice_id: points }] } });
    const scoped = { ...multi, filter_data_mapping: { F: [{ col: 'name', op: 'IN', val: ['b'] }] }, layer_filter_scope: { F: [1] } };
    expect(await dataOf('deck_multi', scoped)).toMatchObject({ features: { deck_geojson: [feature], deck_scatter: [{ name: 'b' }] } });
    const bad = await addChart(app, places, 'Bad', { viz_type: 'deck_geojson', params: '{}' });
    expect((await ask(formOf('deck_multi', { deck_slices: [bad] }))).json).toMatchObject({ errors: [{ message: 'Layer "Bad": Pick a column that holds GeoJSON' }] });
  });
});

describe('explore_json and nonsense', () => {
  it('never fails with 500', async () => {
    let seed = 7;
    const pick = <T>(items: readonly T[]): T => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return items[(seed >>> 8) % items.length]!;
    };
    const types = ['bubble', 'bullet', 'cal_heatmap', 'chord', 'compare', 'country_map', 'deck_geojson', 'deck_multi', 'horizon', 'mapbox', 'paired_ttest', 'para', 'partition', 'rose', 'time_pivot', 'time_table', 'world_map'];
    const keys = ['groupby', 'columns', 'metric', 'metrics', 'x', 'y', 'size', 'entity', 'series', 'adhoc_filters', 'extra_filters', 'extra_form_data', 'granularity_sqla', 'time_range', 'time_grain_sqla', 'rolling_type', 'rolling_periods', 'time_compare', 'comparison_type', 'resample_rule', 'resample_method', 'limit', 'row_limit', 'freq', 'geojson', 'deck_slices', 'all_columns_x', 'all_columns_y', 'mapbox_label', 'time_series_option', 'select_country', 'annotation_layers', 'url_params', 'where'];
    const values: readonly unknown[] = ['country', 'day', 'nonsense', '', null, 0, -3, 1.5, true, [], [null], ['country', 'page'], ['hits'], {}, { filters: [null, { col: 'country' }] }, hits, [hits, secs], [hits, hits], 'Last week', '2024-01-01 : 2024-02-01', '1 week', ['1 week', 7], 'P1D', 'adv_anal', 'point_diff', 'sum', 'cumsum', '1D', 'W-MON', '__proto__', [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 5 }], [{ col: '__time_range', val: {} }], 'a; DROP TABLE visits'];
    const statuses = new Set<number>();
    for (let round = 0; round < 400; round++) {
      const form = { ...formOf(pick(types), round % 2 ? { ...TIME, metrics: [hits], metric: hits, groupby: ['country'] } : {}), ...Object.fromEntries(Array.from({ length: 4 }, () => [pick(keys), pick(values)])) };
      const { status, text } = await ask(form);
      if (status !== 200 && status !== 400) throw new Error(`${JSON.stringify(form)} answered ${status}: ${text}`);
      statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([200, 400]);
  });
});

describe('[contract §3.8] explore_json answered later', () => {
  it('accepts, tells the end, and answers at the address it said', async () => {
    const other = await startApp({ more: ['data/query', 'data/legacy-charts', 'data/async-events'], config: { featureFlags: { GLOBAL_ASYNC_QUERIES: true } } });
    try {
      const dataset = await addDataset(other, await addTables(other), 'visits');
      const form = formOf('bullet', { metric: hits }, dataset);
      expect(await ask(form, '', other.admin)).toMatchObject({ status: 202, json: { status: 'pending', result_url: null } });
      let url: string | null = null;
      for (const until = Date.now() + 10_000; url === null && Date.now() < until; await wait(20)) {
        const { result } = (await other.admin.get('/api/v1/async_event/')).json as { result: { result_url: string | null; status: string }[] };
        url = result.find(({ status }) => status === 'done')?.result_url ?? null;
      }
      expect(url).toMatch(/^\/superset\/explore_json\/data\/ejr-[0-9a-f]{32}$/);
      expect((await other.admin.get(url!)).json).toMatchObject({ data: { measures: [210] }, is_cached: true });
      expect(await ask(form, '', other.admin)).toMatchObject({ status: 200, json: { is_cached: true } });
      expect((await other.admin.get('/superset/explore_json/data/ejr-none')).status).toBe(404);

      const wrong = (await ask(formOf('bubble', { entity: 'country', x: hits, y: hits, size: hits }, dataset), '?force=true', other.admin)).json as { job_id: string };
      let told: { job_id: string; status: string; errors: unknown }[] = [];
      for (const until = Date.now() + 10_000; !told.some(({ status }) => status === 'error') && Date.now() < until; await wait(20)) {
        told = ((await other.admin.get('/api/v1/async_event/')).json as { result: typeof told }).result.filter(({ job_id }) => job_id === wrong.job_id);
      }
      expect(told.at(-1)).toMatchObject({ status: 'error', errors: [{ message: 'Please use 3 different metric labels' }] });
      // Files, rows and statements are never answered later.
      for (const search of ['?csv=true&force=true', '?results=true&force=true', '?query=true', '?samples=true']) expect((await ask(form, search, other.admin)).status).toBe(200);
    } finally {
      await other.close();
    }
  }, 60_000);
});
