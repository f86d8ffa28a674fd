import { anyValue } from './hostile.ts';
import { COLUMNS } from './random-sql.ts';
import type { Random } from './random.ts';

const AGGREGATORS = ['average', 'argmin', 'argmax', 'count', 'count_nonzero', 'cumsum', 'cumprod', 'max', 'mean', 'median', 'nansum', 'nanmin', 'nanmax', 'nanmean', 'nanmedian', 'nanpercentile', 'min', 'percentile', 'prod', 'product', 'std', 'sum', 'var', 'nope'];

/** Steps of contract §6 over the labels the query answers, or others. */
export function postProcessing(random: Random, labels: readonly string[]): unknown[] {
  const label = (): string => (labels.length > 0 && random.chance(0.85) ? random.pick(labels) : random.pick([...COLUMNS, 'nope', '']));
  const list = (): string[] => random.some(0, 3, label);
  const renames = (): Record<string, string> => Object.fromEntries(list().map((name) => [name, random.chance(0.5) ? name : `${name} 2`]));
  const aggregates = (): Record<string, unknown> => Object.fromEntries(list().map((name) => [name, { operator: random.pick(AGGREGATORS), ...(random.chance(0.5) ? { column: label() } : {}), ...(random.chance(0.3) ? { options: { q: random.int(-10, 110) } } : {}) }]));
  const makers: Readonly<Record<string, () => Record<string, unknown>>> = {
    aggregate: () => ({ groupby: list(), aggregates: aggregates() }),
    boxplot: () => ({ groupby: list(), metrics: list(), whisker_type: random.pick(['tukey', 'min/max', 'percentile', 'x']), percentiles: random.pick([[10, 90], [90, 10], [5], [], null, [-1, 200]]) }),
    compare: () => ({ source_columns: list(), compare_columns: list(), compare_type: random.pick(['difference', 'percentage', 'ratio', 'x']), drop_original_columns: random.chance(0.3), precision: random.pick([4, 0, -1, 400]) }),
    contribution: () => ({ orientation: random.pick(['row', 'column', 'x']), columns: list(), rename_columns: random.pick([undefined, list()]), time_shifts: random.pick([undefined, ['1 year ago']]), contribution_totals: random.pick([undefined, { count: 0 }, {}]) }),
    cum: () => ({ operator: random.pick(['sum', 'prod', 'min', 'max', 'x']), columns: renames() }),
    diff: () => ({ columns: renames(), periods: random.pick([1, -1, 0, 5, 1e9, 1.5]), axis: random.pick([0, 1, 2]) }),
    flatten: () => ({ drop_levels: random.pick([[], [0], [1], ['x'], [-1]]), reset_index: random.chance(0.7) }),
    geohash_decode: () => ({ geohash: label(), longitude: 'lon', latitude: 'lat' }),
    geohash_encode: () => ({ geohash: 'hash', longitude: label(), latitude: label() }),
    geodetic_parse: () => ({ geodetic: label(), longitude: 'lon', latitude: 'lat', altitude: 'alt' }),
    histogram: () => ({ column: label(), groupby: list(), bins: random.pick([5, 1, 0, -1, 1.5, 1000, 1e9]), cumulative: random.chance(0.3), normalize: random.chance(0.3) }),
    pivot: () => ({ index: list(), columns: list(), aggregates: aggregates(), metric_fill_value: random.pick([undefined, 0]), column_fill_value: random.pick([undefined, 'x']), drop_missing_columns: random.chance(0.5), combine_value_with_metric: random.chance(0.3), marginal_distributions: random.chance(0.3) }),
    prophet: () => ({ time_grain: random.pick(['P1D', 'x']), periods: random.pick([1, 1e9]), confidence_interval: 0.8 }),
    rank: () => ({ metric: label(), group_by: random.pick([undefined, label(), null]) }),
    rename: () => ({ columns: random.chance(0.8) ? renames() : { [label()]: null }, level: random.pick([undefined, 0, 1, 9]), inplace: random.chance(0.5) }),
    resample: () => ({ rule: random.pick(['1D', '7D', '1M', '1Y', '1T', '1S', '1N', '0D', '-1D', 'x', '']), method: random.pick(['asfreq', 'bfill', 'ffill', 'linear', 'median', 'mean', 'sum', 'x']), fill_value: random.pick([undefined, 0, 'x']) }),
    rolling: () => ({ columns: renames(), rolling_type: random.pick(['count', 'corr', 'cov', 'kurt', 'max', 'mean', 'median', 'min', 'std', 'skew', 'sum', 'var', 'quantile', 'x']), window: random.pick([1, 2, 7, 0, -1, 1e9, 1.5]), min_periods: random.pick([undefined, 0, 1, 3, -1, 1e9]), center: random.chance(0.2), win_type: random.pick([undefined, 'hann', 'x']), rolling_type_options: random.pick([undefined, { quantile: 0.5 }, { quantile: 9 }]) }),
    select: () => ({ columns: random.pick([undefined, list()]), exclude: random.pick([undefined, list()]), rename: random.pick([undefined, renames()]) }),
    sort: () => ({ by: random.chance(0.5) ? label() : list(), ascending: random.pick([true, false, [true, false], 'x']), is_sort_index: random.chance(0.2) }),
  };
  return random.some(1, 3, () => {
    if (random.chance(0.03)) return random.pick([null, anyValue(random), { operation: 'nope' }, { operation: '__proto__', options: {} }, { operation: 'constructor' }]);
    const operation = random.pick(Object.keys(makers));
    const options: Record<string, unknown> = makers[operation]?.() ?? {};
    if (random.chance(0.06)) options[random.pick([...Object.keys(options), 'nope', '__proto__'])] = anyValue(random);
    return { operation, options };
  });
}
