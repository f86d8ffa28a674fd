import { describe, expect, it } from 'vitest';
import { SqlError } from '../../common/sql-error.ts';
import type { SqlStatement } from '../../contract.ts';
import { sqlEngine } from '../engines/engine-profiles.ts';
import { checkExpression } from './check-expression.ts';
import { readScript } from './read-script.ts';

const read = async (engine: string, sql: string): Promise<SqlStatement> => (await readScript(sqlEngine(engine), sql))[0]!;
const names = ({ tables }: SqlStatement): string => tables.map(({ catalog, schema, name }) => [catalog, schema, name].filter(Boolean).join('.')).toSorted().join(' ');
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'accepted', (error: unknown) => (error instanceof SqlError ? error.code : String(error)));

describe('tables of queries analysts write', () => {
  it.each<readonly [string, string, string]>([
    ['postgresql', 'select a, (select max(b) from s.u) from t, lateral (select 1 from v where v.i = t.i) x', 's.u t v'],
    ['postgresql', 'with recursive r as (select 1 n union all select n + 1 from r), q as (select * from "T") select * from r join q on true', 'T'],
    ['postgresql', 'with t as (select * from t) select * from t', 't'],
    ['postgresql', 'with "X" as (select 1) select * from x', 'x'],
    ['postgresql', 'table secret', 'secret'],
    ['postgresql', 'select count(*) filter (where a is distinct from b), extract(year from d) from t tablesample system (10)', 't'],
    ['mysql', 'select `a`.`b c`, date_add(now(), interval 1 day) from `my db`.`my table` as a # note\n join u using (id) where x regexp "^a" limit 3, 4', 'my db.my table u'],
    ['mysql', "select group_concat(distinct a order by b separator '-'), cast(c as signed), if(a > 1, 'x', 'y') from t group by 1 with rollup", 't'],
    ['mysql', 'with T as (select 1) select * from t', 't'],
    ['mysql', "select 'a\\' from t -- ' union select * from secret", 'secret'],
    ['postgresql', "select 'a\\' from t -- ' union select * from secret", 't'],
    ['trino', "select date_trunc('day', a) d, cast(b as decimal(10, 2)), approx_distinct(c), try_cast(x as double), element_at(m, 'k') from hive.web.logs cross join unnest(tags) as t (tag) where d >= date '2024-01-01' and e > timestamp '2024-01-01 00:00:00' group by 1 offset 3 limit 5", 'hive.web.logs'],
    ['trino', "select a, date '2024-01-01', year(b), null, case when c then 1 end, interval '1' day, date(d) from date, s.year", 'date s.year'],
    ['trino', 'select * from (values (1, 2), (3, 4)) as t (a, b) where exists (select 1 from s.u)', 's.u'],
    ['clickhouse', "select toStartOfDay(ts) d, countIf(a > 1), quantile(0.5)(b), arrayMap(x -> x + 1, arr), {p:String} from db.t final prewhere d > '2024-01-01' where a in (select id from u) group by d with totals order by d limit 3 by a limit 10 settings max_threads = 1", 'db.t u'],
    ['clickhouse', 'select * from t any left join u using (a) global inner join v on v.a = t.a', 't u v'],
    ['clickhouse', 'select * from t where a in secret', 'secret t'],
    ['clickhouse', 'with (select max(a) from z) as m select m from m', 'm z'],
    ['clickhouse', 'select a from t x final, conflict', 'conflict t'],
    ['clickhouse', 'select a from t union all select * from u', 't u'],
    ['sqlite', "select datetime(ts, 'start of month', printf('-%d month', (strftime('%m', ts) - 1) % 3)) q, total(a) from [my table] t natural left join \"u\" where b glob 'x*' and a is not null group by q having count(*) > 1 order by 1 desc nulls last limit 5 offset 2", 'my table u'],
    ['sqlite', 'select * from t where (a, b) in secret or a not in main.other', 'main.other secret t'],
    ['sqlite', 'select value from json_each(\'[1]\'), t indexed by i', 't'],
    ['sqlite', 'select row_number() over (partition by a order by b rows between 1 preceding and current row) from t window w as (order by a)', 't'],
    ['duckdb', 'from t select a, b where c', 't'],
    ['duckdb', "select * exclude (a) replace (b + 1 as b), list_transform([1, 2], x -> x), d::date, {'a': 1} from s.t asof join u using (k)", 's.t u'],
    ['duckdb', "select * from 'data.csv'", 'data.csv'],
    ['mssql', 'select top 5 a, [b c] from [dbo].[t] with (nolock) cross apply (select 1 x from u) v', 'dbo.t u'],
    ['oracle', "select * from t where rownum < 5 and a = to_date('2024', 'YYYY') fetch first 3 rows only", 't'],
    ['snowflake', 'select a, b::date from db.s.t qualify row_number() over (order by a) = 1', 'db.s.t'],
    ['bigquery', 'select a, safe_cast(b as int64) from `p.d.t`', 'p.d.t'],
    ['unknown-engine', 'select a, count(*) from s.t where b = 1 group by a order by 2 limit 3', 's.t'],
  ])('%s: %s', async (engine, sql, expected) => {
    const statement = await read(engine, sql);
    expect(names(statement)).toBe(expected);
    expect(statement).toMatchObject({ isSelect: true, isMutating: false, disallowedFunctions: [] });
  });
});

describe('what writes is never taken for a read', () => {
  it.each<readonly [string, string]>([
    ['postgresql', 'select * into x from t'], ['postgresql', 'with d as (delete from t returning *) select * from d'], ['postgresql', 'explain analyze delete from t'],
    ['postgresql', 'explain (analyze, verbose) insert into t values (1)'], ['postgresql', "copy t to program 'x'"], ['postgresql', 'do $$ begin end $$'], ['postgresql', 'commit'],
    ['postgresql', 'call p()'], ['postgresql', 'grant all on t to u'], ['postgresql', 'lock table t'], ['postgresql', 'execute p'], ['postgresql', 'explain analyze create table x as select 1'],
    ['mysql', 'replace into t values (1)'], ['mysql', 'select a into @x from t'], ['mysql', 'call p()'], ['mysql', 'rename table a to b'], ['mysql', 'lock tables t read'], ['mysql', 'begin'],
    ['mysql', 'with x as (select 1) delete from t'], ['mysql', 'explain analyze delete from t'], ['mysql', 'update t join u on 1 = 1 set t.a = 1'],
    ['trino', 'explain analyze delete from t'], ['trino', 'execute p'], ['trino', 'merge into t using u on t.a = u.a when matched then delete'],
    ['clickhouse', 'kill query where 1'], ['clickhouse', 'system reload config'], ['clickhouse', 'optimize table t'], ['clickhouse', 'exchange tables a and b'], ['clickhouse', 'alter table t delete where 1'],
    ['sqlite', 'pragma journal_mode = delete'], ['sqlite', "attach 'x' as y"], ['sqlite', 'vacuum'], ['sqlite', 'with x as (select 1) insert into t select * from x'],
    ['duckdb', "copy t to 'x'"], ['duckdb', 'install x'], ['duckdb', 'pivot t on a using sum(b)'], ['mssql', 'select * into x from t'],
  ])('%s: %s', async (engine, sql) => {
    const outcome = await read(engine, sql).catch((error: unknown) => error);
    if (!(outcome instanceof SqlError)) expect(outcome).toMatchObject({ isSelect: false, isMutating: true });
  });

  it.each<readonly [string, string]>([
    ['postgresql', 'explain delete from t'], ['postgresql', 'explain analyze select 1'], ['mysql', 'explain format=json select 1'], ['mysql', 'show create table t'], ['mysql', 'desc t'],
    ['trino', 'explain analyze select * from t'], ['clickhouse', 'explain pipeline header = 1 select 1'], ['sqlite', 'explain query plan select * from t'], ['sqlite', 'pragma table_info(t)'], ['mysql', 'use x'],
  ])('neither select nor mutating, %s: %s', async (engine, sql) => {
    expect(await read(engine, sql)).toMatchObject({ isSelect: false, isMutating: false });
  });

  it('names the tables that are written', async () => {
    expect((await read('postgresql', 'insert into a.t select * from u')).targets).toEqual([{ catalog: null, schema: 'a', name: 't' }]);
    expect((await read('mysql', 'delete from t where a in (select 1 from u)'))).toMatchObject({ targets: [{ name: 't' }], tables: [{ name: 'u' }] });
    expect((await read('sqlite', 'create table x as select * from t'))).toMatchObject({ targets: [{ name: 'x' }], tables: [{ name: 't' }] });
    expect((await read('postgresql', 'drop table a.b'))).toMatchObject({ kind: 'ddl', targets: [{ schema: 'a', name: 'b' }] });
  });

  it('shows tables of SET and EXPLAIN', async () => {
    expect(names(await read('mysql', 'set @a = (select 1 from secret)'))).toBe('secret');
    expect(names(await read('mysql', 'explain select * from secret'))).toBe('secret');
    expect(names(await read('mysql', 'show columns from secret'))).toBe('secret');
  });
});

describe('fails closed', () => {
  it.each<readonly [string, string]>([
    ['clickhouse', 'select a from t prewhere d > 1 array join tags as tag union all select * from secret'],
    ['clickhouse', 'select a from t foo bar baz'],
    ['clickhouse', 'select a from t foo bar union all select * from date'],
    ['clickhouse', 'select a from t x y, secret'],
    ['clickhouse', 'select a from t x settings, date'],
    ['mysql', 'select 1 /*!50000 union select * from secret */'],
    ['mysql', 'select 1 /*M!100000 union select * from secret */'],
    ['mysql', 'select * from (table secret) x'],
    ['mysql', 'table secret'],
    ['mysql', "select * from t into outfile '/tmp/x'"],
    ['trino', "select * from table(system.query(query => 'select * from secret'))"],
    ['postgresql', "select 'a"], ['sqlite', 'select 1 /* open'],
  ])('%s: %s', async (engine, sql) => {
    const code = await codeOf(read(engine, sql));
    expect(['syntax', 'incomplete', 'refused', 'too-complex', 'too-long']).toContain(code);
  });

  it('on texts too long or too deep', async () => {
    expect(await codeOf(read('sqlite', '('.repeat(300)))).toBe('too-complex');
    expect(await codeOf(read('postgresql', `select ${'1+'.repeat(60_000)}1`))).toBe('too-complex');
    expect(await codeOf(read('sqlite', `select ${'a,'.repeat(140_000)}1`))).toBe('too-long');
  });

  it.each<readonly [string, string, string]>([
    ['postgresql', "select pg_catalog.pg_read_file('/etc/passwd')", 'pg_read_file'], ['postgresql', 'select current_user', 'current_user'], ['postgresql', 'select "pg_sleep"(1)', 'pg_sleep'],
    ['mysql', 'select sleep(1)', 'sleep'], ['mysql', 'select `version` ()', 'version'], ['mysql', 'select current_user', 'current_user'],
    ['clickhouse', "select * from url('http://x', CSV)", 'url'], ['clickhouse', "select * from remote('h', system.users)", 'remote'], ['clickhouse', 'select * from odd_new_function(1)', 'odd_new_function'],
    ['sqlite', "select * from pragma_table_info('t')", 'pragma_table_info'], ['sqlite', "select load_extension('x')", 'load_extension'], ['mssql', "select * from openrowset('a', 'b')", 'openrowset'],
    ['duckdb', "select * from read_csv('x')", 'read_csv'], ['unknown-engine', 'select pg_sleep(1)', 'pg_sleep'],
  ])('names the forbidden function, %s: %s', async (engine, sql, name) => {
    expect((await read(engine, sql)).disallowedFunctions).toContain(name);
  });

  it('counts lines from the start of the script', async () => {
    await expect(readScript(sqlEngine('postgresql'), 'select 1;\n\nselect form from')).rejects.toThrow("Error parsing near 'from' at line 3:16");
  });
});

describe('expressions (contract §4.1)', () => {
  const check = (engine: string, sql: string, allow = false) => checkExpression(sqlEngine(engine), sql, allow);

  it.each<readonly [string, string]>([
    ['postgresql', "sum(a) filter (where b > 1) / nullif(count(*), 0)"], ['mysql', 'sum(`a b`) -- c'], ['clickhouse', 'quantile(0.9)(a)'], ['trino', "date_trunc('day', a)"],
    ['sqlite', 'case when a > 1 then 1 else 0 end'], ['sqlite', "a in (1, 2) and b like 'x;y'"], ['duckdb', 'count(distinct a)'], ['sqlite', 'upper(region)'], ['postgresql', '(qty > 5) and (a or b)'],
    ['sqlite', 'count(*)'], ['mysql', '"text"'],
  ])('accepts %s: %s', async (engine, sql) => {
    await expect(check(engine, sql)).resolves.toMatchObject({ tables: [] });
  });

  it.each<readonly [string, string, string]>([
    ['sqlite', '(select 1)', 'sub-query'], ['postgresql', '(select 1)', 'sub-query'], ['postgresql', 'exists (select 1 from t)', 'sub-query'], ['sqlite', 'a in secret', 'sub-query'],
    ['mysql', '1 from secret', 'syntax'], ['postgresql', '1 from secret', 'syntax'], ['sqlite', 'a, b', 'syntax'], ['postgresql', 'a, b', 'syntax'], ['sqlite', 'a as b', 'syntax'], ['sqlite', 'a b', 'syntax'],
    ['sqlite', '1) or (1 = 1', 'syntax'], ['postgresql', '1) from t where (1 = 1', 'syntax'], ['sqlite', '1; drop table t', 'syntax'], ['sqlite', '*', 'syntax'], ['postgresql', '*', 'syntax'], ['sqlite', 'a where b', 'syntax'],
    ['sqlite', 'a union select b from t', 'syntax'], ['postgresql', 'a into x', 'refused'], ['sqlite', ' -- nothing', 'empty'], ['postgresql', 'pg_sleep(1)', 'function'], ['mysql', 'a /*! or 1 */', 'refused'], ['sqlite', '(a', 'syntax'],
    ['clickhouse', "joinGet('db.secret', 'a', 1)", 'function'], ['sqlite', 'distinct a', 'syntax'],
  ])('refuses %s: %s', async (engine, sql, code) => {
    expect(await codeOf(check(engine, sql))).toBe(code);
  });

  it('drops comments and keeps texts', async () => {
    expect(await check('sqlite', "sum(a) /* x */ || '-- y' -- z")).toMatchObject({ text: "sum(a)   || '-- y'" });
  });

  it('tells the tables of allowed sub-queries', async () => {
    expect(await check('postgresql', 'a > (select avg(b) from s.u)', true)).toMatchObject({ tables: [{ schema: 's', name: 'u' }] });
  });
});
