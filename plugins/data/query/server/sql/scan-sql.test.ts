import { describe, expect, it } from 'vitest';
import { checkExpression, checkVirtualSql } from './scan-sql.ts';

describe('checkExpression', () => {
  it.each(['a > 1', "a = ')' AND b = ';'", 'count(*) FILTER (WHERE a > 1)', "extract(year FROM ts)", 'a IS DISTINCT FROM b', "x['k, l']", 'list_transform([1, 2], x -> x + 1)', 'sum(x) OVER (PARTITION BY a ORDER BY b)', `"odd ""name""" = 1`, "a = 'it''s'"])(
    'takes %s',
    (sql) => expect(checkExpression(sql)).toBe(sql),
  );

  it('removes comments but not what looks like them inside quotes', () => {
    expect(checkExpression("a = '--x' /* why */ AND b = 1 -- end")).toBe("a = '--x'   AND b = 1");
  });

  it.each([
    'a) OR (1 = 1', '((a)', 'a; DROP TABLE t', "a = 'open", 'a = "open', 'a /* open', 'a /* x /* y */ b */', "a = E'x\\' OR 1=1 --'", 'a = $$x$$', 'a = $t$x$t$', '', '-- nothing',
    'a, b', 'a FROM t', 'a UNION ALL b', 'a ORDER BY 1', 'a LIMIT 1', 'a GROUP BY b', 'a HAVING b',
  ])('refuses %s', (sql) => expect(() => checkExpression(sql)).toThrow(/Invalid SQL clause/));

  it.each(['(select 1)', 'a IN (SELECT 1)', 'EXISTS(select 1)', '(from t)', 'a = (with x as (select 1) from x)', '(values (1))', '(table t)', "select 1", '(/* */ select 1)', '( ( FROM t ))'])('refuses the sub-query %s', (sql) =>
    expect(() => checkExpression(sql)).toThrow('Custom SQL fields cannot contain sub-queries.'),
  );
});

describe('what only some engines read so', () => {
  it.each([
    ['1=1 # (\n) OR (1=1 # )', 'mysql'], ['1=1 # (\n) OR (1=1 # )', 'clickhouse'], ['1 --(\n', 'mysql'], ['/*!50000 1 */', 'mariadb'], ["[a'] = 1", 'sqlite'], ['a = $ä$ x', 'postgresql'],
    ["query_to_xml('select 1', true, true, '') IS NULL", 'postgresql'], ['"ts_stat" (a)', 'postgresql'], [String.raw`U&"query\005fto_xml"(a)`, 'postgresql'], ["load_file('x')", 'mysql'], ['a SETTINGS max_rows = 0', 'clickhouse'], ['a FORMAT CSV', 'clickhouse'],
  ])('refuses %j for %s', (sql, dialect) => expect(() => checkExpression(sql, { dialect })).toThrow(/Invalid SQL clause/));

  it.each([['a #> b', 'postgresql'], ['x[1]', 'duckdb'], ['a --b', 'duckdb'], ['percentile_cont(0.5) WITHIN GROUP (ORDER BY a)', 'postgresql'], ["format('x', a)", 'duckdb'], ['a + final', 'duckdb'], ['"query"', 'duckdb']])('takes %j for %s', (sql, dialect) =>
    expect(() => checkExpression(sql, { dialect })).not.toThrow(),
  );

  it('lets owners write sub-queries, but nothing that ends their expression', () => {
    expect(checkExpression('(SELECT max(a) FROM t)', { isTrusted: true })).toBe('(SELECT max(a) FROM t)');
    for (const sql of ['a FROM t /*', 'a) FROM (t', 'a; b', 'a FROM t', '*/ a --']) expect(() => checkExpression(sql, { isTrusted: true })).not.toThrow(/sub-queries/);
    for (const sql of ['a FROM t /*', 'a) FROM (t', 'a; b', 'a FROM t']) expect(() => checkExpression(sql, { isTrusted: true })).toThrow(/Invalid SQL clause/);
  });
});

describe('checkVirtualSql', () => {
  it('takes one SELECT, with or without its semicolon', () => {
    expect(checkVirtualSql(' select 1 ; ')).toBe('select 1');
    expect(checkVirtualSql("(with x as (select ';') from x)")).toBe("(with x as (select ';') from x)");
  });

  it('refuses everything else in the contract’s words', () => {
    expect(() => checkVirtualSql('  ')).toThrow('Virtual dataset query cannot be empty');
    expect(() => checkVirtualSql('select 1; select 2')).toThrow('Virtual dataset query cannot consist of multiple statements');
    expect(() => checkVirtualSql('delete from t')).toThrow('Virtual dataset query must be read-only');
    expect(() => checkVirtualSql('select 1) as x, (select 2')).toThrow(/Invalid SQL clause/);
  });
});
