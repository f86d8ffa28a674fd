import { anyValue, deepValue, HOSTILE_NUMBERS, HOSTILE_TEXTS, mutate } from './hostile.ts';
import { postProcessing } from './random-post-processing.ts';
import { anySql, ATTACKS, COLUMNS, goodCondition, goodExpression } from './random-sql.ts';
import { timeOffset, timeRange } from './random-time-range.ts';
import type { Random } from './random.ts';

const OPERATORS = ['==', '!=', '>', '<', '>=', '<=', 'LIKE', 'NOT LIKE', 'ILIKE', 'IS NULL', 'IS NOT NULL', 'IN', 'NOT IN', 'IS TRUE', 'IS FALSE', 'TEMPORAL_RANGE'];
const AGGREGATES = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'];
const GRAINS = [...['P1D', 'P1W', 'P1M', 'P3M', 'P1Y', 'PT1H', 'PT1M', null].flatMap((grain) => Array.from({ length: 5 }, () => grain)), 'PT5M', 'x', ''];

const columnName = (random: Random): string => (random.chance(0.98) ? random.pick(COLUMNS) : random.pick(['nope', 'QTY', 'facts.qty', ...HOSTILE_TEXTS]));
/** `qty` itself now and then, so that two items may be called the same. */
const labelOf = (random: Random): string => (random.chance(0.9) ? `l${random.int(0, 50)}` : random.pick([...COLUMNS, ...HOSTILE_TEXTS, 'x'.repeat(200)]));

function column(random: Random): unknown {
  const roll = random.next();
  if (roll < 0.65) return columnName(random);
  if (roll < 0.8) return { label: 'ts', sqlExpression: random.chance(0.9) ? 'ts' : random.pick(COLUMNS), expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: random.pick(GRAINS) };
  return { label: labelOf(random), sqlExpression: anySql(random, goodExpression), expressionType: 'SQL' };
}

export function aMetric(random: Random): unknown {
  const roll = random.next();
  if (roll < 0.35) return random.chance(0.98) ? random.pick(['count', 'total', 'people']) : 'nope';
  if (roll < 0.7) {
    const aggregate = random.pick(AGGREGATES);
    const name = /AVG|SUM/.test(aggregate) && random.chance(0.95) ? random.pick(['id', 'qty', 'price', 'doubled']) : columnName(random);
    return { expressionType: 'SIMPLE', aggregate: random.chance(0.99) ? aggregate : random.pick(['MEDIAN', 'sum(', null]), column: { column_name: name }, label: labelOf(random) };
  }
  return { expressionType: 'SQL', sqlExpression: anySql(random, (one) => `${one.pick(['sum', 'max', 'min', 'avg', 'count'])}(${goodExpression(one)})`), label: labelOf(random) };
}

/** A range that is read, mostly. */
const someRange = (random: Random): string => (random.chance(0.8) ? random.pick(['2024-01-01 : 2025-01-01', '2024-03-01 : 2024-09-01', '2024-05-05 : ', ' : 2024-05-05', 'Last year', 'No filter', 'previous calendar year', 'DATEADD(DATETIME("2024-07-01"), -3, month) : 2024-07-01', '1 week ago : now']) : timeRange(random));

/** Items without a label that was before; two in a hundred keep their twins. */
function distinct(random: Random, items: readonly unknown[], taken: Set<string>): unknown[] {
  if (random.chance(0.02)) return [...items];
  return items.filter((item) => name(item).every((label) => !taken.has(label) && taken.add(label) !== undefined));
}

export function aFilter(random: Random): unknown {
  const op = random.chance(0.992) ? random.pick(OPERATORS) : random.pick(['REGEX', 'in', 'is null', 'BETWEEN', '', null]);
  const single = (): unknown => (random.chance(0.5) ? random.pick(['north', 'mine', 'p1', 'p3', "o'west", '<NULL>', '', 'true', '5', '2024-05-01']) : random.chance(0.8) ? random.int(-2, 2_000_000) : random.chance(0.8) ? random.pick(HOSTILE_TEXTS) : anyValue(random));
  const val = op === 'TEMPORAL_RANGE' ? someRange(random) : op === 'IN' || op === 'NOT IN' ? random.some(random.chance(0.05) ? 0 : 1, 5, single) : single();
  const col = random.chance(0.85) ? columnName(random) : { label: labelOf(random), sqlExpression: anySql(random, goodExpression), expressionType: 'SQL' };
  return { col, op, ...(random.chance(0.99) ? { val } : {}), ...(random.chance(0.05) ? { grain: random.pick(GRAINS) } : {}), ...(random.chance(0.05) ? { isExtra: true } : {}), ...(random.chance(0.01) ? { nope: 1 } : {}) };
}

const name = (item: unknown): string[] => (typeof item === 'string' ? [item] : typeof item === 'object' && item !== null && 'label' in item ? [String(item.label)] : []);
const limit = (random: Random): unknown => (random.chance(0.94) ? random.pick([1, 5, 100, 1000, 0]) : random.chance(0.5) ? random.pick(HOSTILE_NUMBERS) : random.pick(['5', 'x', '', null, true, [], {}]));

/** A query object of chance; about two in three are such that a chart could send them. */
export function randomQuery(random: Random): Record<string, unknown> {
  const taken = new Set<string>();
  const hasMetrics = random.chance(0.85);
  const columns = distinct(random, random.some(hasMetrics || random.chance(0.03) ? 0 : 1, 3, () => column(random)), taken);
  const metrics = hasMetrics ? distinct(random, random.some(columns.length > 0 || random.chance(0.03) ? 0 : 1, 3, () => aMetric(random)), taken) : null;
  const labels = [...columns, ...(metrics ?? [])].flatMap(name);
  const maybe = (of: number, make: () => Record<string, unknown>): Record<string, unknown> => (random.chance(of) ? make() : {});
  const query: Record<string, unknown> = {
    columns, metrics,
    ...maybe(0.5, () => ({ filters: random.some(1, 3, () => aFilter(random)) })),
    ...maybe(0.35, () => ({ extras: { ...maybe(0.8, () => ({ where: anySql(random, goodCondition) })), ...maybe(0.3, () => ({ having: anySql(random, (one) => `count(*) > ${one.int(0, 5)}`) })), ...maybe(0.3, () => ({ time_grain_sqla: random.pick(GRAINS) })), ...maybe(0.1, () => ({ relative_end: random.pick(['now', 'today', 'x']) })), ...maybe(0.005, () => ({ nope: 1 })) } })),
    ...maybe(0.3, () => ({ orderby: random.some(1, 2, () => [random.chance(0.5) && columns.length > 0 ? random.pick(columns) : random.chance(0.5) ? aMetric(random) : columnName(random), random.chance(0.5)]) })),
    ...maybe(0.3, () => ({ row_limit: limit(random) })),
    ...maybe(0.1, () => ({ row_offset: limit(random) })),
    ...maybe(0.25, () => ({ time_range: someRange(random) })),
    ...maybe(0.2, () => ({ granularity: random.chance(0.9) ? 'ts' : columnName(random) })),
    ...maybe(0.1, () => ({ time_offsets: random.some(1, 2, () => timeOffset(random)), ...(random.chance(0.9) ? { granularity: 'ts', time_range: '2024-02-01 : 2024-11-01' } : {}) })),
    ...maybe(0.05, () => ({ time_shift: timeOffset(random) })),
    ...maybe(0.15, () => ({ is_timeseries: random.chance(0.8), ...(random.chance(0.95) ? { granularity: 'ts' } : {}) })),
    ...maybe(0.12, () => ({ series_limit: limit(random), series_columns: columns.slice(0, 1), series_limit_metric: random.chance(0.7) ? aMetric(random) : null, group_others_when_limit_reached: random.chance(0.4) })),
    ...maybe(0.05, () => ({ is_rowcount: true })),
    ...maybe(0.05, () => ({ apply_fetch_values_predicate: true })),
    ...maybe(0.3, () => ({ post_processing: postProcessing(random, labels) })),
    ...maybe(0.15, () => ({ url_params: { x: random.pick(random.chance(0.5) ? ATTACKS : HOSTILE_TEXTS) } })),
    ...maybe(0.05, () => ({ annotation_layers: [{ name: 'a', annotationType: random.pick(['EVENT', 'FORMULA', 'TIME_SERIES', 'x']), sourceType: random.pick(['NATIVE', 'line', 'table', '']), value: random.pick([1, 999, 'x', null]), show: true }] })),
    ...maybe(0.03, () => ({ result_type: random.pick(['full', 'samples', 'query', 'results', 'columns', 'timegrains', 'drill_detail', 'post_processed', 'x']) })),
    ...maybe(0.03, () => ({ groupby: random.some(0, 2, () => column(random)) })),
    ...maybe(0.03, () => ({ where: anySql(random, goodCondition) })),
  };
  return random.chance(0.1) ? (mutate(random, query, 0.03) as Record<string, unknown>) : query;
}

/** The context around one or two queries, without its datasource. */
export function randomContext(random: Random): Record<string, unknown> {
  const roll = random.next();
  const context: Record<string, unknown> = {
    queries: random.some(1, random.chance(0.1) ? 3 : 1, () => randomQuery(random)),
    result_type: random.chance(0.7) ? 'full' : random.chance(0.97) ? random.pick(['results', 'query', 'samples', 'columns', 'timegrains', 'post_processed', 'drill_detail']) : 'x',
    result_format: random.chance(0.9) ? 'json' : random.chance(0.95) ? random.pick(['csv', 'xlsx']) : 'x',
    force: random.chance(0.2),
    // Most results are not kept, so that the cache does not fill with what nobody asks again.
    ...(random.chance(0.9) ? { custom_cache_timeout: -1 } : {}),
    ...(random.chance(0.1) ? { form_data: { slice_id: random.int(0, 3), viz_type: random.pick(['table', 'pivot_table_v2', 'x']), dashboardId: random.int(0, 3), x_axis: 'ts', url_params: { x: random.pick(ATTACKS) }, server_pagination: random.chance(0.3) } } : {}),
  };
  if (roll < 0.03) return mutate(random, context, 0.05) as Record<string, unknown>;
  if (roll < 0.04) return { ...context, [random.pick(['queries', 'form_data', 'x'])]: deepValue(random.int(100, 4000), random.chance(0.5)) };
  return context;
}
