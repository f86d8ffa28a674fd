import { HOSTILE_TEXTS } from './hostile.ts';
import { jinjaCondition } from './random-jinja.ts';
import type { Random } from './random.ts';

export const COLUMNS = ['id', 'tenant', 'region', 'product', 'qty', 'price', 'ts', 'ok', 'doubled', 'shout'] as const;
/** Calculated columns are none of the engine's, so texts do not name them. */
const NUMERIC = ['id', 'qty', 'price'] as const;
const TEXT = ['tenant', 'region', 'product'] as const;

/** Texts meant to get at more than the rule allows, or to break the statement they are put into. */
export const ATTACKS: readonly string[] = [
  '1=1) OR (1=1', "1=1 OR tenant LIKE '%'", '1=1 --', '1=1 /*', '*/ 1=1', '1=1; SELECT 1', "'; DROP TABLE facts; --", '1=1 UNION SELECT * FROM facts', ') UNION ALL SELECT * FROM facts --', '(SELECT max(qty) FROM facts) > 0', 'EXISTS (SELECT 1 FROM facts)',
  'qty IN (SELECT qty FROM facts)', '(FROM facts) IS NOT NULL', '(TABLE facts)', "read_text('/etc/passwd')", "(SELECT content FROM read_text('/etc/passwd'))", "getenv('HOME')", "current_setting('temp_directory')", 'COLUMNS(*)', '*', 'facts', 'facts.*', 'main.facts.qty > 0', 'virtual_table.qty',
  'rowid', "query('FROM facts')", "error('x')", 'CAST(region AS INTEGER) > 0', 'CAST(tenant AS INTEGER)', 'TRY_CAST(region AS INTEGER)', "error(region)", "CASE WHEN tenant = 'mine' THEN 1 ELSE error(region) END = 1", 'list(tenant)', 'string_agg(region)', 'max(tenant)', 'first(region)', 'count(*) OVER ()', 'sum(qty) OVER (ORDER BY id)',
  "lag(region) OVER (ORDER BY id)", 'sum(qty) FILTER (WHERE true)', 'count(*) FILTER (WHERE NOT (tenant = \'mine\'))', '[x FOR x IN [1,2,3]]', 'list_transform([1], x -> x + 1)', 'struct_pack(a := qty)', '{a: region}', "ts > 'x'", 'ts::DATE', "strftime(ts, '%Y')", "date_diff('day', ts, now())", '1/0', "'abc'::INT", 'sqrt(-1)', 'ln(0)', 'qty % 0', '$1', '?', ':a', '@a', "E'\\x41'", "$$x$$", '$tag$x$tag$', '"qty', "'qty", '`qty`', '[qty]', 'qty AS x, region', 'DISTINCT region', 'ALL qty',
  'qty FROM facts', 'qty) FROM facts --', "'a' 'b'", 'qty qty', 'qty,', ',qty', '()', 'NOT', 'AND', 'OR 1=1', 'IS NULL', 'qty = ANY (SELECT 1)', 'SELECT 1', 'WITH x AS (SELECT 1) SELECT * FROM x', 'PRAGMA version', 'SET x = 1', "ATTACH 'x.db'", "COPY facts TO 'x.csv'", 'INSTALL httpfs', '{{ 1 + 1 }}', "{{ url_param('x') }}", '{% if true %}1=1{% endif %}', '{{ 1', '{% for i in range(3) %}1{% endfor %}', '{{ current_user_id() }} = 1', "{{ filter_values('region')|where_in }}", 'unnest([1,2])', 'generate_series(1, 3)',
  'grouping(region)', 'pg_sleep(1)', 'sleep(1)', 'version()', 'current_user', 'duckdb_secrets()', 'sum(sum(qty))', 'sum(count(*))', 'max(max(qty) OVER ())', 'count(DISTINCT *)', 'approx_quantile(qty, 0.5)', "regexp_matches(region, '(a+)+$')", "region SIMILAR TO '('", "region LIKE 'x' ESCAPE 'ab'", 'region COLLATE nope', 'qty BETWEEN 1 AND', 'INTERVAL 1 DAY', 'qty::NOPE',
];

/** An expression of a kind that the engine may well take. */
export function goodExpression(random: Random, depth = 0): string {
  const inner = (): string => (depth < 3 ? goodExpression(random, depth + 1) : random.pick(NUMERIC));
  switch (random.int(0, 9)) {
    case 0:
    case 1:
      return random.pick(NUMERIC);
    case 2:
      return String(random.int(-5, 50));
    case 3:
      return `(${inner()} ${random.pick(['+', '-', '*'])} ${inner()})`;
    case 4:
      return `abs(${inner()})`;
    case 5:
      return `coalesce(${inner()}, 0)`;
    case 6:
      return `CASE WHEN ${goodCondition(random, depth + 1)} THEN ${inner()} ELSE ${random.int(0, 3)} END`;
    case 7:
      return `length(${random.pick(TEXT)})`;
    case 8:
      return `CAST(${inner()} AS DOUBLE)`;
    default:
      return `nullif(${inner()}, ${random.int(0, 5)})`;
  }
}

/** A condition the engine may well take. */
export function goodCondition(random: Random, depth = 0): string {
  switch (random.int(0, depth > 2 ? 5 : 8)) {
    case 0:
      return `${random.pick(NUMERIC)} ${random.pick(['=', '<>', '<', '>', '<=', '>='])} ${random.int(-2, 2_000_000)}`;
    case 1:
      return `${random.pick(TEXT)} LIKE '%${random.pick(['n', 'o', 'th', '', '%'])}%'`;
    case 2:
      return `${random.pick([...NUMERIC, ...TEXT, 'ok', 'ts'])} IS ${random.pick(['', 'NOT '])}NULL`;
    case 3:
      return `${random.pick(TEXT)} IN ('north', 'mine', 'p1')`;
    case 4:
      return `${random.pick(NUMERIC)} BETWEEN ${random.int(-10, 5)} AND ${random.int(0, 9_000_000)}`;
    case 5:
      return random.pick(['ok', 'NOT ok', '1 = 1', '1 = 0', "ts > '2024-06-01'"]);
    case 6:
      return `(${goodCondition(random, depth + 1)} ${random.pick(['AND', 'OR'])} ${goodCondition(random, depth + 1)})`;
    case 7:
      return `NOT (${goodCondition(random, depth + 1)})`;
    default:
      return `${goodCondition(random, depth + 1)} ${random.pick(['AND', 'OR'])} ${goodCondition(random, depth + 1)}`;
  }
}

/** A text for a place where SQL is taken: fair, hostile, cut or nested beyond reason. */
export function anySql(random: Random, fair: (random: Random) => string): string {
  const roll = random.next();
  if (roll < 0.66) return fair(random);
  if (roll < 0.72) return jinjaCondition(random);
  if (roll < 0.85) return random.pick(ATTACKS);
  if (roll < 0.9) return random.pick(HOSTILE_TEXTS);
  if (roll < 0.93) {
    const text = fair(random);
    return text.slice(0, random.int(0, text.length));
  }
  if (roll < 0.98) return `${fair(random)} ${random.pick(['OR', 'AND', ';', '--', ')', '(', "'", ','])} ${random.pick(ATTACKS)}`;
  const depth = random.int(10, 1500);
  return random.chance(0.5) ? `${'('.repeat(depth)}qty${')'.repeat(depth)}` : `${'NOT '.repeat(depth)}ok`;
}
