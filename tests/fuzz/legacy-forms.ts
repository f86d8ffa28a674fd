import { problemOf, timed } from './check-answer.ts';
import { HIDDEN } from './facts.ts';
import { anyValue, HOSTILE_NUMBERS, HOSTILE_TEXTS, mutate } from './hostile.ts';
import { aFilter, aMetric } from './random-query.ts';
import { anySql, COLUMNS, goodCondition } from './random-sql.ts';
import { timeOffset, timeRange } from './random-time-range.ts';
import type { Random } from './random.ts';
import type { FuzzKind } from './run-cases.ts';

/** Chart types of contract §7.5. */
const TYPES = ['bubble', 'bullet', 'compare', 'horizon', 'rose', 'time_pivot', 'time_table', 'cal_heatmap', 'chord', 'country_map', 'world_map', 'mapbox', 'para', 'partition', 'paired_ttest', 'deck_geojson', 'deck_multi'];

/** Control values a legacy chart may be sent with; most fit the chart's own needs. */
function settings(random: Random): Record<string, unknown> {
  const columns = (least: number, most: number): string[] => random.some(least, most, () => random.pick(COLUMNS));
  const maybe = (of: number, make: () => Record<string, unknown>): Record<string, unknown> => (random.chance(of) ? make() : {});
  return {
    metric: aMetric(random), metrics: random.some(1, 3, () => aMetric(random)), groupby: random.pick([['region'], ['product'], ['product', 'region'], 'region', columns(0, 2)]), columns: random.pick([['product'], 'product', ['price', 'qty', 'region'], columns(0, 2)]), granularity_sqla: 'ts', time_range: random.chance(0.85) ? '2024-01-01 : 2025-01-01' : timeRange(random), time_grain_sqla: random.pick(['P1D', 'P1M', 'P1Y', 'PT1H', null, 'x']),
    row_limit: random.chance(0.9) ? random.pick([10, 100, 10_000, 0, '50']) : random.pick(HOSTILE_NUMBERS),
    ...maybe(0.9, () => ({ entity: random.pick(['region', 'product']), series: 'product', secondary_metric: aMetric(random), metric_2: aMetric(random), x: aMetric(random), y: aMetric(random), size: aMetric(random), percent_metrics: random.some(0, 2, () => aMetric(random)) })),
    ...maybe(0.9, () => ({ all_columns_x: random.pick(['price', 'qty']), all_columns_y: 'qty', mapbox_label: random.pick([['count'], ['product'], []]), geojson: 'product', select_country: random.pick(['Germany', 'germany', 'x']), country_fieldtype: random.pick(['name', 'cca2', 'cca3', 'cioc', 'x']), global_opacity: random.pick([1, 'x']), clustering_radius: random.pick([60, -1, 'x']) })),
    ...maybe(0.9, () => ({ domain_granularity: random.pick(['month', 'year', 'day', 'x']), subdomain_granularity: random.pick(['day', 'hour', 'x']), freq: random.pick(['W-MON', 'AS', 'MS', '52W-MON', '4W-SUN', 'x', '0W', 'D']), time_series_option: random.pick(['not_time', 'time_series', 'agg_mean', 'agg_sum', 'point_diff', 'point_percent', 'point_factor', 'adv_anal', 'x']), deck_slices: random.some(0, 3, () => random.int(0, 3)) })),
    ...maybe(0.3, () => ({ rolling_type: random.pick(['None', 'mean', 'sum', 'std', 'cumsum', 'x']), rolling_periods: random.pick([1, 3, 0, -1, 1e9, 'x']), min_periods: random.pick([0, 1, -1, 'x']), resample_rule: random.pick(['1D', '7D', '1M', '1S', 'x', null]), resample_method: random.pick(['asfreq', 'ffill', 'sum', 'x', null]), time_compare: random.pick([[timeOffset(random)], timeOffset(random), []]), comparison_type: random.pick(['values', 'absolute', 'percentage', 'ratio', 'x']), contribution: random.chance(0.5) })),
    ...maybe(0.4, () => ({ adhoc_filters: random.some(0, 3, () => (random.chance(0.5) ? { expressionType: 'SQL', clause: random.pick(['WHERE', 'HAVING']), sqlExpression: anySql(random, goodCondition) } : { expressionType: 'SIMPLE', clause: 'WHERE', subject: random.pick(COLUMNS), operator: random.pick(['==', 'IN', '>', 'LIKE', 'IS NULL', random.chance(0.1) ? 'x' : '!=']), comparator: random.chance(0.5) ? random.pick(['north', 5, ['north', 'south']]) : anyValue(random) })) })),
    ...maybe(0.2, () => ({ extra_filters: random.some(0, 3, () => ({ col: random.pick(['__time_range', '__time_col', '__time_grain', ...COLUMNS]), op: random.pick(['==', 'in', random.chance(0.1) ? 'x' : '!=']), val: random.chance(0.7) ? timeRange(random) : anyValue(random) })) })),
    ...maybe(0.2, () => ({ extra_form_data: { filters: [aFilter(random)], time_range: timeRange(random), ...maybe(0.3, () => ({ adhoc_filters: [anyValue(random)] })) } })),
    ...maybe(0.2, () => ({ limit: random.pick([1, 5, 0, -1, 'x']), timeseries_limit_metric: aMetric(random), order_desc: random.chance(0.5), where: anySql(random, goodCondition), having: anySql(random, goodCondition), since: '7 days ago', until: 'now' })),
  };
}

/** Form data of the old charts: what comes back under the rule never holds a hidden row. */
export const LEGACY_FORMS: FuzzKind = {
  name: 'legacy forms',
  share: 6,
  make(random, fuzz) {
    const form = { datasource: `${random.pick(fuzz.twins).ruled}__table`, viz_type: random.chance(0.98) ? random.pick(TYPES) : random.pick(['table', 'nope', '__proto__']), ...settings(random) };
    const search = random.chance(0.7) ? '' : random.pick(['?force=true', '?query=true', '?results=true', '?samples=true', '?csv=true', '?form_data={', `?form_data=${encodeURIComponent(JSON.stringify({ datasource: random.pick(['1__table', '99__table', 'x', '4__query', '__', 5]) }))}`]);
    const roll = random.next();
    return { form: roll < 0.2 ? mutate(random, form, 0.06) : roll < 0.23 ? random.pick([...HOSTILE_TEXTS, anyValue(random)]) : form, search };
  },
  async check(fuzz, { form, search }) {
    const text = typeof form === 'string' ? form : JSON.stringify(form ?? null);
    const got = await timed(() => fuzz.gamma.request('POST', `/superset/explore_json/${String(search ?? '')}`, { form: { form_data: text }, csrf: false }));
    const { status, text: answer } = got.answer;
    // Aggregates of hidden rows would show as numbers no allowed row can make.
    const huge = status === 200 ? /(?<![\d.])-?(?:9000[0-3]\d\d|70000?0\d\d|9000\d{3}\.25)\b/.exec(answer)?.[0] : undefined;
    const shows = answer.includes(HIDDEN) ? 'a hidden row shows' : huge !== undefined && !text.includes(huge) ? `a number of hidden rows shows: ${huge}` : undefined;
    const problem = problemOf(fuzz, got) ?? (shows && `${shows}: ${answer.slice(0, 600)}`);
    return { status, ...(problem ? { problem } : {}) };
  },
};
