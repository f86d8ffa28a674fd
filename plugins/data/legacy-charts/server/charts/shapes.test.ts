import { describe, expect, it } from 'vitest';
import { chartResult } from './chart-result.test-kit.ts';
import { LEGACY_CHARTS } from './legacy-charts.ts';
import { domainCount } from './cal-heatmap.ts';
import { periodStart } from './time-pivot.ts';

const settings = { mapboxApiKey: 'pk.test' };
const metric = (label: string) => ({ expressionType: 'SQL', sqlExpression: 'x', label });
const day = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const chart = (type: string) => LEGACY_CHARTS.get(type)!;
const shape = (type: string, form: Record<string, unknown>, ...results: ReturnType<typeof chartResult>[]) => chart(type).shape(results, form, settings);
const refusal = (type: string, form: Record<string, unknown>): string => {
  try {
    chart(type).queries(form);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('[contract §7.5] bubble', () => {
  const form = { entity: 'country', series: 'region', x: metric('gdp'), y: metric('life'), size: metric('pop'), limit: '50' };

  it('lists its rows by series, with x, y, size and shape', () => {
    const rows = [{ country: 'DE', region: 'EU', pop: 83, gdp: 4, life: 81 }, { country: 'US', region: 'NA', pop: 330, gdp: 25, life: 77 }, { country: 'FR', region: 'EU', pop: 67, gdp: 3, life: 82 }];
    expect(shape('bubble', form, chartResult(rows))).toEqual([
      { key: 'EU', values: [{ ...rows[0], x: 4, y: 81, size: 83, shape: 'circle', group: 'EU' }, { ...rows[2], x: 3, y: 82, size: 67, shape: 'circle', group: 'EU' }] },
      { key: 'NA', values: [{ ...rows[1], x: 25, y: 77, size: 330, shape: 'circle', group: 'NA' }] },
    ]);
  });

  it('asks for entity and series, size, x and y, and as many rows as the series limit says', () => {
    expect(chart('bubble').queries(form)[0]).toMatchObject({ columns: ['country', 'region'], metrics: [{ label: 'pop' }, { label: 'gdp' }, { label: 'life' }], row_limit: 50 });
  });

  it('needs three different metrics', () => {
    expect(refusal('bubble', { ...form, y: metric('gdp') })).toBe('Please use 3 different metric labels');
    expect(refusal('bubble', { ...form, size: null })).toBe('Pick a metric for x, y and size');
  });
});

describe('[contract §7.5] bullet, para, country_map', () => {
  it('answer measures, rows and regions', () => {
    expect(shape('bullet', { metric: metric('n') }, chartResult([{ n: 7 }]))).toEqual({ measures: [7] });
    const rows = [{ s: 'a', m: 1, c: 2 }];
    expect(shape('para', { series: 's', metrics: [metric('m')], secondary_metric: metric('c') }, chartResult(rows))).toEqual(rows);
    expect(shape('country_map', { entity: 'iso', metric: metric('n'), select_country: 'germany' }, chartResult([{ iso: 'DE-BY', n: 3 }]))).toEqual([{ country_id: 'DE-BY', metric: 3 }]);
  });

  it('say what is missing', () => {
    expect(refusal('country_map', { entity: 'iso', metric: 'n' })).toBe('Must specify a country');
    expect(refusal('country_map', { entity: 'iso', select_country: 'x' })).toBe('Must specify a metric');
    expect(refusal('country_map', { metric: 'n', select_country: 'x' })).toBe('Must provide ISO codes');
  });
});

describe('[contract §7.5] chord', () => {
  it('has a node for every source and target, and 0 for missing pairs', () => {
    const rows = [{ from: 'a', to: 'b', n: 5 }, { from: 'b', to: 'c', n: 2 }];
    expect(shape('chord', { groupby: 'from', columns: 'to', metric: 'n' }, chartResult(rows))).toEqual({ nodes: ['a', 'b', 'c'], matrix: [[0, 0, 0], [5, 0, 0], [0, 2, 0]] });
  });

  it('is refused where it would be too large to draw', () => {
    const rows = Array.from({ length: 1001 }, (_, at) => ({ from: `s${at}`, to: 's0', n: 1 }));
    expect(() => shape('chord', { groupby: 'from', columns: 'to', metric: 'n' }, chartResult(rows))).toThrow(/at most 1000 nodes; this one has 1001/);
  });
});

describe('[contract §7.5] world_map', () => {
  const form = { entity: 'c', metric: 'n', secondary_metric: 'm' };

  it('places countries by each kind of name', () => {
    for (const [country_fieldtype, c] of [['cca2', 'de'], ['cca3', 'DEU'], ['cioc', 'GER'], ['name', 'Germany']]) {
      expect(shape('world_map', { ...form, country_fieldtype }, chartResult([{ c: c!, n: 1, m: 2 }]))).toEqual([{ country: 'DEU', m1: 1, m2: 2, latitude: 51, longitude: 9, name: 'Germany' }]);
    }
  });

  it('answers XXX for what is no country, and leaves m2 out without a second metric', () => {
    expect(shape('world_map', { entity: 'c', metric: 'n' }, chartResult([{ c: 'Atlantis', n: 1 }, { c: null, n: 2 }]))).toEqual([{ country: 'XXX', m1: 1 }, { country: 'XXX', m1: 2 }]);
    expect(shape('world_map', { ...form, secondary_metric: 'n' }, chartResult([{ c: 'FR', n: 3 }]))).toMatchObject([{ country: 'FRA', m1: 3, m2: 3 }]);
  });
});

describe('[contract §7.5] cal_heatmap', () => {
  const form = { metrics: ['n'], domain_granularity: 'month', subdomain_granularity: 'day' };

  it('answers values by epoch seconds, and where the calendar starts', () => {
    const result = chartResult([{ __timestamp: day('2024-01-01'), n: 4 }, { __timestamp: day('2024-01-03'), n: null }], { from_dttm: day('2024-01-01'), to_dttm: day('2024-03-01') });
    expect(shape('cal_heatmap', form, result)).toEqual({ data: { n: { '1704067200.0': 4, '1704240000.0': null } }, start: day('2024-01-01'), domain: 'month', subdomain: 'day', range: 3 });
  });

  it('asks at the grain of the subdomain, and for both bounds', () => {
    expect(chart('cal_heatmap').queries({ ...form, time_grain_sqla: 'P1Y' })[0]).toMatchObject({ is_timeseries: true, extras: { time_grain_sqla: 'P1D' } });
    expect(() => shape('cal_heatmap', form, chartResult([{ __timestamp: 1, n: 1 }], { from_dttm: 0, to_dttm: null }))).toThrow('Please provide both time bounds (Since and Until)');
  });

  it('counts domains', () => {
    const [from, to] = [day('2023-12-15'), day('2024-02-10')];
    expect(domainCount('year', from, to)).toBe(2);
    expect(domainCount('month', from, to)).toBe(2);
    expect(domainCount('week', from, to)).toBe(9);
    expect(domainCount('day', from, to)).toBe(58);
    expect(domainCount('hour', from, day('2023-12-16'))).toBe(25);
  });
});

describe('[contract §7.5] mapbox', () => {
  const form = { all_columns_x: 'lon', all_columns_y: 'lat', point_radius: 'r', mapbox_label: ['name'], mapbox_style: 's', pandas_aggfunc: 'sum', clustering_radius: 60, mapbox_color: 'rgb(0, 0, 0)' };

  it('answers points, ten decimals long, and their bounds', () => {
    const rows = [{ lon: 1.123456789012, lat: 50, r: 3, name: 'x' }, { lon: -2, lat: '51.5', r: 4, name: 'y' }, { lon: null, lat: 1, r: 1, name: 'z' }];
    expect(shape('mapbox', form, chartResult(rows))).toMatchObject({
      geoJSON: {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: { metric: 'x', radius: 3 }, geometry: { type: 'Point', coordinates: [1.123456789, 50] } },
          { properties: { metric: 'y', radius: 4 }, geometry: { coordinates: [-2, 51.5] } },
        ],
      },
      hasCustomMetric: true, mapboxApiKey: 'pk.test', mapStyle: 's', aggregatorName: 'sum', clusteringRadius: 60, bounds: [[-2, 50], [1.123456789012, 51.5]], color: 'rgb(0, 0, 0)',
    });
  });

  it('asks for plain rows, or for groups', () => {
    expect(chart('mapbox').queries(form)[0]).toMatchObject({ columns: ['lon', 'lat', 'name', 'r'], metrics: null });
    expect(chart('mapbox').queries({ ...form, groupby: ['lon', 'lat'], point_radius: 'Auto', mapbox_label: ['count'] })[0]).toMatchObject({ columns: ['lon', 'lat'], metrics: [{ label: 'count' }] });
  });

  it('says what does not fit', () => {
    const groupby = ['lon', 'lat'];
    expect(refusal('mapbox', { ...form, all_columns_x: null })).toBe('[Longitude] and [Latitude] must be set');
    expect(refusal('mapbox', { ...form, mapbox_label: ['count'] })).toBe("Must have a [Group By] column to have 'count' as the [Label]");
    expect(refusal('mapbox', { ...form, groupby })).toBe('Choice of [Label] must be present in [Group By]');
    expect(refusal('mapbox', { ...form, groupby, mapbox_label: [] })).toBe('Choice of [Point Radius] must be present in [Group By]');
    expect(refusal('mapbox', { ...form, groupby: ['lon'], mapbox_label: [], point_radius: 'Auto' })).toBe('[Longitude] and [Latitude] columns must be present in [Group By]');
  });
});

describe('[contract §7.5] deck_geojson', () => {
  it('parses the cells of its column and knows their extent', () => {
    const feature = { type: 'Feature', geometry: { type: 'LineString', coordinates: [[1, 2], [3, -4]] } };
    expect(shape('deck_geojson', { geojson: 'g', js_columns: ['n'] }, chartResult([{ g: JSON.stringify(feature), n: 1 }, { g: null, n: 2 }]))).toEqual({
      features: [{ ...feature, extraProps: { n: 1 } }], mapboxApiKey: 'pk.test', metricLabels: [], geojsonExtent: [[1, -4], [3, 2]],
    });
    expect(() => shape('deck_geojson', { geojson: 'g' }, chartResult([{ g: 'POINT(1 2)' }]))).toThrow(/"g" holds a value that is not GeoJSON/);
  });

  it('asks for plain rows that hold something', () => {
    expect(chart('deck_geojson').queries({ geojson: 'g' })[0]).toMatchObject({ columns: ['g'], metrics: null, filters: [{ col: 'g', op: 'IS NOT NULL' }] });
    expect(chart('deck_geojson').queries({ geojson: 'g', filter_nulls: false })[0]?.filters).toEqual([]);
  });
});

describe('[contract §7.5] time_pivot', () => {
  it('lays periods over the latest one', () => {
    const rows = [['2024-01-02', 1], ['2024-01-03', 2], ['2024-01-09', 3], ['2024-01-16', 4]].map(([date, n]) => ({ __timestamp: day(String(date)), n: Number(n) }));
    const [tuesday, wednesday] = [day('2024-01-16'), day('2024-01-17')];
    expect(shape('time_pivot', { metric: 'n', freq: 'W-MON' }, chartResult(rows))).toEqual([
      { key: 'current', values: [{ x: tuesday, y: 4 }, { x: wednesday, y: null }], rank: 0, perc: 1 },
      { key: '-1', values: [{ x: tuesday, y: 3 }, { x: wednesday, y: null }], rank: 1, perc: 1 - 1 / 3 },
      { key: '-2', values: [{ x: tuesday, y: 1 }, { x: wednesday, y: 2 }], rank: 2, perc: 1 - 2 / 3 },
    ]);
  });

  it('starts periods where their name says', () => {
    const at = (freq: string): string => new Date(periodStart(freq, Date.parse('2024-05-15T13:00:00Z'))).toISOString().slice(0, 10);
    expect(['AS', 'W-MON', '1W-MON', 'W-SUN', 'D'].map(at)).toEqual(['2024-01-01', '2024-05-13', '2024-05-13', '2024-05-12', '2024-05-15']);
    for (const freq of ['4W-MON', '52W-MON']) expect(new Date(at(freq)).getUTCDay()).toBe(1);
    expect(periodStart('4W-MON', day(at('4W-MON')) + 27 * 86_400_000)).toBe(day(at('4W-MON')));
    expect(() => periodStart('fortnight', 0)).toThrow(/"fortnight" is not known/);
  });
});

describe('[contract §7.5] time_table', () => {
  const rows = [{ __timestamp: day('2024-01-01'), b: 1, a: 2 }, { __timestamp: Date.parse('2024-01-01T06:30:00Z'), b: null, a: 4 }];

  it('answers records by time, columns as the metrics were given', () => {
    expect(shape('time_table', { metrics: ['b', 'a'] }, chartResult(rows))).toEqual({
      records: { '2024-01-01 00:00:00': { b: 1, a: 2 }, '2024-01-01 06:30:00': { b: null, a: 4 } }, columns: ['b', 'a'], is_group_by: false,
    });
  });

  it('has a column per group of a single metric', () => {
    const grouped = [{ __timestamp: day('2024-01-01'), 'n, x': 1, 'n, y': 2 }];
    expect(shape('time_table', { metrics: ['n'], groupby: ['g'] }, chartResult(grouped))).toEqual({ records: { '2024-01-01 00:00:00': { x: 1, y: 2 } }, columns: ['x', 'y'], is_group_by: true });
    expect(refusal('time_table', { metrics: ['n', 'm'], groupby: ['g'] })).toBe("When using 'Group By' you are limited to use a single metric");
    expect(refusal('time_table', {})).toBe('Pick at least one metric');
  });
});

describe('[contract §7.5] paired_ttest', () => {
  const x = day('2024-01-01');

  it('answers the values of each group, by metric', () => {
    expect(shape('paired_ttest', { metrics: ['n', 'm'], groupby: ['g', 'h'] }, chartResult([{ __timestamp: x, 'n, a, 1': 1, 'n, b, 2': 2, 'm, a, 1': 3 }]))).toEqual({
      n: [{ group: ['a', '1'], values: [{ x, y: 1 }] }, { group: ['b', '2'], values: [{ x, y: 2 }] }],
      m: [{ group: ['a', '1'], values: [{ x, y: 3 }] }],
    });
    expect(shape('paired_ttest', { metrics: ['n'] }, chartResult([{ __timestamp: x, n: 1 }]))).toEqual({ n: [{ group: 'All', values: [{ x, y: 1 }] }] });
  });
});
