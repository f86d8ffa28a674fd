import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** What the server shapes, beside what SQL of our own says of the same tables. */
type Row = Record<string, string | number | null>;

let app: TestApp;
let connection: DuckDBConnection;
let ids: ReadonlyMap<string, number>;
const folder = mkdtempSync(path.join(tmpdir(), 'orrery-legacy-'));

/** Rows of a statement; numbers of any width are plain numbers. */
async function sql(statement: string): Promise<Row[]> {
  const rows = (await connection.runAndReadAll(statement)).getRowObjectsJS() as Record<string, unknown>[];
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : (value as string | number | null)])));
}

/** Sums of floats depend on their order in the last digits. */
function near(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(9));
  if (Array.isArray(value)) return (value as unknown[]).map(near);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, near(item)]));
  return value;
}

const byText = (items: readonly unknown[]): unknown[] => [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const where = (subject: string, operator: string, comparator?: unknown) => ({ expressionType: 'SIMPLE', clause: 'WHERE', subject, operator, ...(comparator === undefined ? {} : { comparator }) });
const simple = (aggregate: string, column: string, label: string) => ({ expressionType: 'SIMPLE', aggregate, column: { column_name: column }, label });
const groupBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => rows.reduce((map, row) => map.set(key(row), [...(map.get(key(row)) ?? []), row]), new Map<string, T[]>());

const ask = (form: object, search = '', client = app.admin) => client.request('POST', `/superset/explore_json/${search}`, { form: { form_data: JSON.stringify(form) }, csrf: false });
const formOf = (table: string, viz_type: string, form: object) => ({ datasource: `${ids.get(table)}__table`, viz_type, ...form });
async function dataOf(table: string, viz_type: string, form: object): Promise<unknown> {
  const { status, json, text } = await ask(formOf(table, viz_type, form));
  if (status !== 200) throw new Error(`${viz_type} answered ${status}: ${text}`);
  return near((json as { data: unknown }).data);
}

async function installExamples(): Promise<void> {
  for (const until = Date.now() + 200_000; Date.now() < until; await wait(200)) {
    const { status, message } = (await app.admin.get('/api/v1/examples/progress')).json as { status: string; message: string | null };
    if (status === 'done') return;
    if (status === 'failed') throw new Error(message ?? 'failed');
  }
  throw new Error('The examples were not installed in time.');
}

beforeAll(async () => {
  app = await startApp({ more: ['data/query', 'data/legacy-charts', 'app/security', 'pack/examples'], config: { examples: true, conf: { MAPBOX_API_KEY: 'pk.map' } } });
  await app.kernel.listen({ host: '127.0.0.1', port: 0 });
  await installExamples();
  const { result } = (await app.admin.get(withQ('/api/v1/dataset/', { page_size: 100 }))).json as { result: { id: number; table_name: string }[] };
  ids = new Map(result.map(({ id, table_name }) => [table_name, id]));
  // A copy: the engine holds the file itself.
  for (const end of ['', '.wal']) if (existsSync(path.join(app.dataDir, `examples.duckdb${end}`))) copyFileSync(path.join(app.dataDir, `examples.duckdb${end}`), path.join(folder, `copy.duckdb${end}`));
  connection = await (await DuckDBInstance.create(path.join(folder, 'copy.duckdb'))).connect();
}, 240_000);
afterAll(async () => {
  connection?.closeSync();
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const YEAR_2005 = { granularity_sqla: 'year', time_range: '2005-01-01 : 2006-01-01' };
const JOBS = { metrics: ['jobs'], granularity_sqla: 'month', time_grain_sqla: 'P1M', time_range: '2008-01-01 : 2009-01-01', row_limit: 5000 };
const STRIKES = { metrics: ['count'], granularity_sqla: 'strike_date', time_grain_sqla: 'P1Y', time_range: '1995-01-01 : 1999-01-01', row_limit: 50_000 };
const WEATHER = { granularity_sqla: 'day', time_grain_sqla: 'P1M', time_range: '2012-01-01 : 2013-01-01', row_limit: 5000 };
const [largest, longest, most] = [simple('SUM', 'population', 'size'), simple('MAX', 'life_expectancy', 'life'), simple('MAX', 'fertility', 'children')];

describe('[contract §7.5] series over the examples', () => {
  const months = (from: string, to: string, shift = '') => sql(`SELECT sector, epoch_ms(month ${shift}) AS x, CAST(SUM(jobs) AS DOUBLE) AS y FROM us_employment WHERE month >= '${from}' AND month < '${to}' GROUP BY sector, month ORDER BY sector, month`);
  const lines = (rows: readonly Row[], more: string[] = [], classed?: string) => [...groupBy(rows, ({ sector }) => String(sector))].map(([sector, own]) => ({ key: [sector, ...more], values: own.map(({ x, y }) => ({ x, y })), ...(classed ? { classed } : {}) }));

  it('compare: a list of series, an earlier year beside them', async () => {
    const main = lines(await months('2008-01-01', '2009-01-01'));
    expect(main).toHaveLength(9);
    expect(await dataOf('us_employment', 'compare', { ...JOBS, groupby: ['sector'] })).toEqual(main);
    const earlier = lines(await months('2007-01-01', '2008-01-01', "+ INTERVAL '1 year'"), ['1 year offset'], 'time-shift-0');
    expect(await dataOf('us_employment', 'compare', { ...JOBS, groupby: ['sector'], time_compare: ['1 year'] })).toEqual([...main, ...earlier].sort((a, b) => (a.key[0] === b.key[0] ? a.key.length - b.key.length : a.key[0]! < b.key[0]! ? -1 : 1)));
  });

  it('compare: change against an earlier year', async () => {
    const rows = await sql(`
      SELECT a.sector, epoch_ms(a.month) AS x, (a.jobs - b.jobs) / b.jobs AS y FROM us_employment a JOIN us_employment b ON b.sector = a.sector AND b.month = a.month - INTERVAL '1 year'
      WHERE a.month >= '2008-01-01' AND a.month < '2009-01-01' ORDER BY a.sector, a.month`);
    expect(await dataOf('us_employment', 'compare', { ...JOBS, groupby: ['sector'], time_compare: ['1 year'], comparison_type: 'percentage' })).toEqual(near(lines(rows, ['1 year offset'], 'time-shift-0')));
  });

  it('compare: rolling mean, shares of a whole, and the top series', async () => {
    const rolled = await sql(`
      SELECT epoch_ms(month) AS x, AVG(jobs) OVER (ORDER BY month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS y
      FROM (SELECT month, SUM(jobs) AS jobs FROM us_employment WHERE month >= '2008-01-01' AND month < '2009-01-01' GROUP BY month) ORDER BY month`);
    expect(await dataOf('us_employment', 'compare', { ...JOBS, rolling_type: 'mean', rolling_periods: 3 })).toEqual(near([{ key: ['jobs'], values: rolled }]));
    const shares = await sql(`SELECT sector, epoch_ms(month) AS x, jobs / SUM(jobs) OVER (PARTITION BY month) AS y FROM us_employment WHERE month >= '2008-01-01' AND month < '2009-01-01' ORDER BY sector, month`);
    expect(await dataOf('us_employment', 'compare', { ...JOBS, groupby: ['sector'], contribution: true })).toEqual(near(lines(shares)));
    const top = await sql(`SELECT sector FROM us_employment WHERE month >= '2008-01-01' AND month < '2009-01-01' GROUP BY sector ORDER BY SUM(jobs) DESC LIMIT 2`);
    const limited = (await dataOf('us_employment', 'compare', { ...JOBS, groupby: ['sector'], limit: 2 })) as { key: string[] }[];
    expect(limited.map(({ key }) => key[0])).toEqual(top.map(({ sector }) => String(sector)).sort());
  });

  it('horizon and rose: the same series, as a list and by instant', async () => {
    const rows = await sql("SELECT location, epoch_ms(date_trunc('month', day)) AS x, AVG(temp_max) AS y FROM weather WHERE day >= '2012-01-01' AND day < '2013-01-01' GROUP BY ALL ORDER BY location, x");
    const series = [...groupBy(rows, ({ location }) => String(location))];
    const form = { ...WEATHER, metrics: ['average_high'], groupby: ['location'] };
    expect(series).toHaveLength(2);
    expect(await dataOf('weather', 'horizon', form)).toEqual(near(series.map(([location, own]) => ({ key: [location], values: own.map(({ x, y }) => ({ x, y })) }))));
    const petals = groupBy(rows, ({ x }) => `${x}000000`);
    expect(await dataOf('weather', 'rose', form)).toEqual(near(Object.fromEntries([...petals].map(([at, own]) => [at, own.map(({ location, x, y }) => ({ key: [location], value: y, name: location, time: x }))]))));
  });

  it('paired_ttest: values of each group over time, by metric', async () => {
    const rows = await sql("SELECT location, epoch_ms(date_trunc('month', day)) AS x, AVG(temp_max) AS high, SUM(precipitation) AS rain FROM weather WHERE day >= '2012-01-01' AND day < '2013-01-01' GROUP BY ALL ORDER BY location, x");
    const of = (name: string) => [...groupBy(rows, ({ location }) => String(location))].map(([location, own]) => ({ group: [location], values: own.map((row) => ({ x: row['x'], y: row[name] })) }));
    expect(await dataOf('weather', 'paired_ttest', { ...WEATHER, metrics: ['average_high', 'rainfall'], groupby: ['location'] })).toEqual(near({ average_high: of('high'), rainfall: of('rain') }));
  });

  it('time_pivot: each year laid over the latest', async () => {
    const rows = await sql(`
      SELECT extract('year' FROM month) AS year, epoch_ms(month) - epoch_ms(date_trunc('year', month)) + epoch_ms(TIMESTAMP '2013-01-01') AS x, co2_ppm AS y
      FROM co2 WHERE month >= '2009-01-01' AND month < '2014-01-01' ORDER BY month`);
    const instants = [...new Set(rows.map(({ x }) => Number(x)))].sort((a, b) => a - b);
    const years = [2013, 2012, 2011, 2010, 2009].map((year, rank) => ({
      key: rank === 0 ? 'current' : `-${rank}`, rank, perc: 1 - rank / 5,
      values: instants.map((x) => ({ x, y: rows.find((row) => row['year'] === year && row['x'] === x)?.['y'] ?? null })),
    }));
    // March of a leap year lies a day later than that of others.
    expect(instants.length).toBeGreaterThan(12);
    expect(await dataOf('co2', 'time_pivot', { metric: 'co2', freq: 'AS', granularity_sqla: 'month', time_grain_sqla: 'P1M', time_range: '2009-01-01 : 2014-01-01', row_limit: 5000 })).toEqual(near(years));
  });

  it('time_table: records by instant, of metrics or of groups', async () => {
    const rows = await sql("SELECT strftime(date_trunc('month', day), '%Y-%m-%d %H:%M:%S') AS at, AVG(temp_max) AS average_high, SUM(precipitation) AS rainfall FROM weather WHERE day >= '2012-01-01' AND day < '2013-01-01' GROUP BY ALL ORDER BY 1");
    expect(await dataOf('weather', 'time_table', { ...WEATHER, metrics: ['rainfall', 'average_high'] })).toEqual(
      near({ records: Object.fromEntries(rows.map(({ at, ...values }) => [at, values])), columns: ['rainfall', 'average_high'], is_group_by: false }),
    );
    const grouped = await sql("SELECT strftime(date_trunc('month', day), '%Y-%m-%d %H:%M:%S') AS at, location, COUNT(*) AS n FROM weather WHERE day >= '2012-01-01' AND day < '2013-01-01' GROUP BY ALL ORDER BY 1, 2");
    expect(await dataOf('weather', 'time_table', { ...WEATHER, metrics: ['count'], groupby: ['location'] })).toEqual({
      records: Object.fromEntries([...groupBy(grouped, ({ at }) => String(at))].map(([at, own]) => [at, Object.fromEntries(own.map(({ location, n }) => [location, n]))])),
      columns: ['New York', 'Seattle'], is_group_by: true,
    });
  });

  it('cal_heatmap: values by epoch seconds, per metric', async () => {
    const rows = await sql("SELECT epoch(day) AS at, SUM(precipitation) AS rain, AVG(temp_max) AS high FROM weather WHERE day >= '2012-01-01' AND day < '2012-04-01' GROUP BY day");
    const of = (name: string) => Object.fromEntries(rows.map((row) => [`${row['at']}.0`, row[name]]));
    expect(rows).toHaveLength(91);
    expect(await dataOf('weather', 'cal_heatmap', { ...WEATHER, time_range: '2012-01-01 : 2012-04-01', metrics: ['rainfall', 'average_high'], domain_granularity: 'month', subdomain_granularity: 'day' })).toEqual(
      near({ data: { rainfall: of('rain'), average_high: of('high') }, start: Date.UTC(2012, 0, 1), domain: 'month', subdomain: 'day', range: 4 }),
    );
  });
});

describe('[contract §7.5] sums and parts over the examples', () => {
  it('bullet: one number', async () => {
    const [row] = await sql("SELECT SUM(total_cost) AS n FROM bird_strikes WHERE damage = 'Medium'");
    expect(await dataOf('bird_strikes', 'bullet', { metric: 'cost', adhoc_filters: [where('damage', '==', 'Medium')] })).toEqual({ measures: [row!['n']] });
  });

  it('bubble: every country under its region', async () => {
    const rows = await sql("SELECT country, region, SUM(population) AS size, MAX(life_expectancy) AS life, MAX(fertility) AS children FROM countries WHERE year = '2005-01-01' GROUP BY ALL");
    const expected = [...groupBy(rows, ({ region }) => String(region))].map(([key, own]) => ({ key, values: byText(own.map((row) => ({ ...row, x: row['life'], y: row['children'], size: row['size'], shape: 'circle', group: key }))) }));
    const got = (await dataOf('countries', 'bubble', { ...YEAR_2005, entity: 'country', series: 'region', x: longest, y: most, size: largest, limit: 1000 })) as { key: string; values: unknown[] }[];
    const sorted = (list: readonly { key: string; values: unknown[] }[]) => byText(list.map(({ key, values }) => ({ key, values: byText((values as object[]).map((value) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))))) })));
    expect(sorted(got)).toEqual(sorted(near(expected) as typeof expected));
    expect(((await dataOf('countries', 'bubble', { ...YEAR_2005, entity: 'country', series: 'region', x: longest, y: most, size: largest, limit: 7 })) as { values: unknown[] }[]).flatMap(({ values }) => values)).toHaveLength(7);
  });

  it('para: the rows as they are, in order', async () => {
    const rows = await sql("SELECT country, SUM(population) AS size, MAX(life_expectancy) AS life FROM countries WHERE year = '2005-01-01' GROUP BY country ORDER BY size DESC LIMIT 10");
    expect(await dataOf('countries', 'para', { ...YEAR_2005, series: 'country', metrics: [largest, longest], timeseries_limit_metric: largest, row_limit: 10 })).toEqual(near(rows));
  });

  it('chord: what flows between all pairs', async () => {
    const rows = await sql("SELECT flight_phase AS source, time_of_day AS target, COUNT(*) AS n FROM bird_strikes WHERE flight_phase IS NOT NULL AND time_of_day IS NOT NULL GROUP BY ALL");
    const nodes = [...new Set(rows.flatMap(({ source, target }) => [String(source), String(target)]))].sort();
    const form = { groupby: 'flight_phase', columns: 'time_of_day', metric: 'count', row_limit: 10_000, adhoc_filters: [where('flight_phase', 'IS NOT NULL'), where('time_of_day', 'IS NOT NULL')] };
    expect(await dataOf('bird_strikes', 'chord', form)).toEqual({ nodes, matrix: nodes.map((to) => nodes.map((from) => rows.find(({ source, target }) => source === from && target === to)?.['n'] ?? 0)) });
  });

  it('country_map and world_map: regions and countries', async () => {
    const states = await sql("SELECT state AS country_id, COUNT(*) AS metric FROM airports GROUP BY state");
    expect(byText((await dataOf('airports', 'country_map', { select_country: 'usa', entity: 'state', metric: 'count', row_limit: 1000 })) as unknown[])).toEqual(byText(states));
    const rows = await sql("SELECT country, SUM(population) AS m1, SUM(life_expectancy * population) / SUM(population) AS m2 FROM countries WHERE year = '2005-01-01' GROUP BY country ORDER BY m1 DESC");
    const world = (await dataOf('countries', 'world_map', { ...YEAR_2005, entity: 'country', country_fieldtype: 'name', metric: 'people', secondary_metric: 'life_expectancy_weighted', sort_by_metric: true, row_limit: 1000 })) as { country: string; m1: number; m2: number; name: string }[];
    expect(world.map(({ m1, m2 }) => ({ m1, m2 }))).toEqual(near(rows.map(({ m1, m2 }) => ({ m1, m2 }))));
    expect(world.filter(({ country }) => country === 'XXX')).toEqual([]);
    const codes = new Map(rows.map(({ country }, at) => [country, world[at]!.country]));
    expect(['China', 'South Korea', 'North Korea', 'United Kingdom', 'Iran'].map((name) => codes.get(name))).toEqual(['CHN', 'KOR', 'PRK', 'GBR', 'IRN']);
  });

  it('partition: nested sums, means, instants and changes', async () => {
    const rows = (select: string, group: string) => sql(`SELECT ${select}, COUNT(*) AS n FROM bird_strikes WHERE strike_date >= '1995-01-01' AND strike_date < '1999-01-01' GROUP BY ${group} ORDER BY ALL`);
    const cells = await rows("wildlife_size AS a, damage AS b, extract('year' FROM strike_date) AS y", 'ALL');
    const total = (own: readonly Row[]): number => own.reduce((sum, { n }) => sum + Number(n), 0);
    const mean = (own: readonly Row[]): number => total(own) / own.length;
    const diff = (own: readonly Row[]): number => total(own.filter(({ y }) => y === 1998)) - total(own.filter(({ y }) => y === 1995));
    const names = (own: readonly Row[], column: string): (string | null)[] => [...new Set(own.map((row) => row[column] as string | null))].sort((p, q) => (p === null ? 1 : q === null ? -1 : p < q ? -1 : 1));
    const nest = (own: readonly Row[], columns: readonly string[], fold: (own: readonly Row[]) => number): unknown[] =>
      columns.length === 0 ? [] : names(own, columns[0]!).map((name) => { const part = own.filter((row) => row[columns[0]!] === name); return { name, val: fold(part), children: nest(part, columns.slice(1), fold) }; });
    const form = { ...STRIKES, groupby: ['wildlife_size', 'damage'] };
    const top = (own: readonly Row[], fold: typeof total) => near([{ name: 'count', val: fold(own), children: nest(own, ['a', 'b'], fold) }]);
    expect(await dataOf('bird_strikes', 'partition', form)).toEqual(top(cells, total));
    expect(await dataOf('bird_strikes', 'partition', { ...form, time_series_option: 'agg_sum' })).toEqual(top(cells, total));
    expect(await dataOf('bird_strikes', 'partition', { ...form, time_series_option: 'agg_mean' })).toEqual(top(cells, mean));
    expect(await dataOf('bird_strikes', 'partition', { ...form, time_series_option: 'point_diff' })).toEqual(top(cells.filter(({ y }) => y === 1995 || y === 1998), diff));
    const byYear = [1995, 1996, 1997, 1998].map((year) => { const own = cells.filter(({ y }) => y === year); return { name: Date.UTC(year, 0, 1), val: total(own), children: nest(own, ['a', 'b'], total) }; });
    expect(await dataOf('bird_strikes', 'partition', { ...form, time_series_option: 'time_series' })).toEqual([{ name: 'count', val: total(cells), children: byYear }]);
  });
});

describe('[contract §7.5] maps over the examples', () => {
  const MAP = { all_columns_x: 'longitude', all_columns_y: 'latitude', row_limit: 10_000 };
  const POINT = { expressionType: 'SQL', label: 'shape', sqlExpression: "CASE WHEN state IS NOT NULL THEN '{\"type\":\"Point\",\"coordinates\":[' || longitude || ',' || latitude || ']}' END" };

  it('mapbox: every airport, and where they lie', async () => {
    const rows = await sql('SELECT iata, longitude, latitude FROM airports');
    const [box] = await sql('SELECT MIN(longitude) AS w, MIN(latitude) AS s, MAX(longitude) AS e, MAX(latitude) AS n FROM airports');
    const data = (await dataOf('airports', 'mapbox', { ...MAP, mapbox_label: ['iata'], point_radius: 'Auto' })) as { geoJSON: { features: unknown[] }; bounds: unknown; mapboxApiKey: string };
    expect(data).toMatchObject({ mapboxApiKey: 'pk.map', hasCustomMetric: true, bounds: near([[box!['w'], box!['s']], [box!['e'], box!['n']]]) });
    expect(byText(data.geoJSON.features)).toEqual(byText(rows.map(({ iata, longitude, latitude }) => ({ type: 'Feature', properties: { metric: iata, radius: null }, geometry: { type: 'Point', coordinates: near([longitude, latitude]) } }))));
  });

  it('deck_geojson: the parsed cells, and their extent', async () => {
    const rows = await sql("SELECT longitude, latitude FROM airports WHERE state = 'TX'");
    const [box] = await sql("SELECT MIN(longitude) AS w, MIN(latitude) AS s, MAX(longitude) AS e, MAX(latitude) AS n FROM airports WHERE state = 'TX'");
    const data = (await dataOf('airports', 'deck_geojson', { geojson: POINT, row_limit: 10_000, adhoc_filters: [where('state', '==', 'TX')] })) as { features: unknown[] };
    expect(data).toMatchObject({ mapboxApiKey: 'pk.map', geojsonExtent: near([[box!['w'], box!['s']], [box!['e'], box!['n']]]) });
    expect(byText(data.features)).toEqual(byText(rows.map(({ longitude, latitude }) => ({ type: 'Point', coordinates: near([longitude, latitude]) }))));
  });

  it('deck_multi: each layer run, under the filters of the whole', async () => {
    const airports = ids.get('airports')!;
    const shapes = await addChart(app, airports, 'Shapes', { viz_type: 'deck_geojson', params: JSON.stringify({ geojson: POINT, row_limit: 10_000 }) });
    const query_context = JSON.stringify({ datasource: { id: airports, type: 'table' }, queries: [{ columns: ['iata'], metrics: null, filters: [], row_limit: 10_000 }] });
    const points = await addChart(app, airports, 'Points', { viz_type: 'deck_scatter', params: '{}', query_context });
    const [count] = await sql("SELECT COUNT(*) AS n FROM airports WHERE state = 'HI'");
    const data = (await dataOf('airports', 'deck_multi', { deck_slices: [shapes, points], adhoc_filters: [where('state', '==', 'HI')], extra_form_data: { filters: [{ col: 'state', op: 'IN', val: ['HI'] }] } })) as { features: Record<string, unknown[]>; slices: { slice_id: number }[] };
    expect(data.features['deck_geojson']).toHaveLength(Number(count!['n']));
    expect(byText(data.features['deck_scatter']!)).toEqual(byText(await sql("SELECT iata FROM airports WHERE state = 'HI'")));
    expect(data.slices.map(({ slice_id }) => slice_id)).toEqual([shapes, points]);
  });

  /** A form of every type, over a table whose rows a rule can cut. */
  const forms = (): readonly (readonly [table: string, viz_type: string, form: object])[] => [
    ['weather', 'compare', { ...WEATHER, metrics: ['rainfall'], groupby: ['weather'] }],
    ['weather', 'horizon', { ...WEATHER, metrics: ['rainfall'] }],
    ['weather', 'rose', { ...WEATHER, metrics: ['rainfall'], limit: 2, groupby: ['weather'] }],
    ['weather', 'paired_ttest', { ...WEATHER, metrics: ['rainfall'], groupby: ['weather'] }],
    ['weather', 'time_pivot', { ...WEATHER, metric: 'rainfall', freq: 'QS' }],
    ['weather', 'time_table', { ...WEATHER, metrics: ['rainfall'] }],
    ['weather', 'cal_heatmap', { ...WEATHER, metrics: ['rainfall'], domain_granularity: 'month', subdomain_granularity: 'day' }],
    ['weather', 'partition', { ...WEATHER, metrics: ['rainfall'], groupby: ['weather'], time_series_option: 'adv_anal', rolling_type: 'cumsum' }],
    ['weather', 'bullet', { metric: 'rainfall' }],
    ['weather', 'bubble', { entity: 'weather', x: 'rainfall', y: 'count', size: 'average_high' }],
    ['weather', 'para', { series: 'weather', metrics: ['rainfall'], timeseries_limit_metric: 'rainfall' }],
    ['weather', 'chord', { groupby: 'location', columns: 'weather', metric: 'rainfall' }],
    ['weather', 'country_map', { select_country: 'usa', entity: 'weather', metric: 'count' }],
    ['weather', 'world_map', { entity: 'location', metric: 'count', country_fieldtype: 'name' }],
    ['weather', 'mapbox', { all_columns_x: 'temp_max', all_columns_y: 'temp_min', mapbox_label: ['location'], point_radius: 'Auto', row_limit: 10_000 }],
    ['weather', 'deck_geojson', { geojson: { expressionType: 'SQL', label: 'g', sqlExpression: "'{\"type\":\"Point\",\"coordinates\":[' || temp_max || ',' || temp_min || ']}'" }, row_limit: 10_000 }],
  ];
  const dataFor = async (client: TestApp['admin'], form: object, search = ''): Promise<{ data: unknown; is_cached: boolean; rowcount: number }> => {
    const { status, json, text } = await ask(form, search, client);
    if (status !== 200) throw new Error(`${JSON.stringify(form)} answered ${status}: ${text}`);
    return json as { data: unknown; is_cached: boolean; rowcount: number };
  };
  const inAnyOrder = (data: unknown): unknown => {
    const geo = data as { features?: unknown[]; geoJSON?: { features: unknown[] } };
    return near(Array.isArray(data) ? byText(data) : geo.features ? { ...geo, features: byText(geo.features) } : geo.geoJSON ? { ...geo, geoJSON: { ...geo.geoJSON, features: byText(geo.geoJSON.features) } } : data);
  };

  it('[contract §3.7] every type is cached until forced, and says so', async () => {
    for (const [table, viz_type, form] of forms()) {
      // Types that ask the same share an answer, so that only a forced one is surely new.
      const first = await dataFor(app.admin, formOf(table, viz_type, form), '?force=true');
      const second = await dataFor(app.admin, formOf(table, viz_type, form));
      expect([viz_type, first.is_cached, second.is_cached, first.data === null]).toEqual([viz_type, false, true, false]);
      expect(second.data).toEqual(first.data);
      expect((await dataFor(app.admin, formOf(table, viz_type, form), '?force=true')).is_cached).toBe(false);
    }
  });

  it('[contract §4.6] a rule on rows cuts every type as a filter would, and the file, the rows and the samples', async () => {
    const { client } = await app.signedIn('ruled', 'Alpha');
    const role = ((await app.admin.get(withQ('/api/v1/security/roles/', { filters: [{ col: 'name', opr: 'eq', value: 'Alpha' }] }))).json as { result: { id: number }[] }).result[0]!.id;
    const rule = await app.admin.request('POST', '/api/v1/rowlevelsecurity/', { json: { name: 'only Seattle', filter_type: 'Regular', tables: [ids.get('weather')], roles: [role], clause: "location = 'Seattle'" } });
    expect(rule.status).toBe(201);
    for (const [table, viz_type, form] of forms()) {
      const ruled = await dataFor(client, formOf(table, viz_type, form));
      const filtered = await dataFor(app.admin, formOf(table, viz_type, { ...form, adhoc_filters: [where('location', '==', 'Seattle')] }));
      expect([viz_type, inAnyOrder(ruled.data)]).toEqual([viz_type, inAnyOrder(filtered.data)]);
      expect(inAnyOrder(ruled.data)).not.toEqual(inAnyOrder((await dataFor(app.admin, formOf(table, viz_type, form))).data));
      expect(JSON.stringify(ruled.data)).not.toContain('New York');
    }
    const table = formOf('weather', 'chord', { groupby: 'location', columns: 'weather', metric: 'rainfall' });
    for (const search of ['?csv=true', '?results=true', '?samples=true']) {
      const { status, text } = await ask(table, search, client);
      expect([search, status, text.includes('Seattle'), text.includes('New York')]).toEqual([search, 200, true, false]);
      expect((await ask(table, search)).text).toContain('New York');
    }
  });

  it('[contract §0.3] nobody reads a dataset they may not, by any type or variant', async () => {
    const { client } = await app.signedIn('outsider', 'Gamma');
    for (const [table, viz_type, form] of forms()) expect([viz_type, (await ask(formOf(table, viz_type, form), '', client)).status]).toEqual([viz_type, 403]);
    for (const search of ['?csv=true', '?results=true', '?samples=true', '?query=true']) expect((await ask(formOf('weather', 'bullet', { metric: 'count' }), search, client)).status).toBe(403);
  });
});
