import { describe, expect, it } from 'vitest';
import { admit } from './admit.ts';
import { forParsing, tokenize } from './tokenize.ts';
import { mysqlDialect } from '../dialect/mysql-dialect.ts';

const read = (sql: string) => admit(sql, 'read');
const write = (sql: string) => admit(sql, 'write');

describe('admission [contract §10.3]', () => {
  it.each([
    'select 1',
    'select 1; # done',
    'with a as (select 1 as x) select x from a union all select 2',
    '(select 1) union (select 2) order by 1',
    "select date(ts), count(*) from `s`.`t` where a like '%;drop table t%' and b <> \"it''s \\\" /* no comment */\" group by 1 -- done",
    "select 'a\\' union select sleep(1) -- '",
    'select 5--3, a.`user`, `into` from t',
    'select sum(qty) AS `SUM(qty)`, 1e3, 0xff from t where x >= 1 and y != 2 and not (z <=> 3)',
  ])('reads: %s', async (sql) => {
    await expect(read(sql)).resolves.toBeUndefined();
  });

  it.each(Object.entries(mysqlDialect.timeGrains))('reads the grain %s', async (_, write) => {
    await expect(read(`SELECT ${write('ts')} AS ts FROM t GROUP BY ${write('ts')}`)).resolves.toBeUndefined();
  });

  it.each([
    ['select 1; select 2', 'Exactly one'],
    ['select 1 /*!50000 into outfile "/tmp/x" */', 'server executes'],
    ['select 1 /*M!100000 , sleep(9) */', 'server executes'],
    ['insert into t values (1)', 'SELECT'],
    ['with a as (select 1) delete from t', 'SELECT'],
    ["select a into outfile '/tmp/x' from t", 'INTO'],
    ['select a from t into @x', 'INTO'],
    ['select @a := 5', ':='],
    ['show tables', 'SELECT'],
    ['set global a = 1', 'SELECT'],
    ["select load_file('/etc/passwd')", 'load_file'],
    ['select `sleep` (10)', 'sleep'],
    ['select /* a */ SLEEP/* b */(10)', 'SLEEP'],
    ['select current_user', 'current_user'],
    ['select version()', 'version'],
    ["select 'a", 'quote'],
    ['select 1 /* open', 'comment'],
    ['select 1 --\u00a0, sleep(5) from (select 1 as \u00a0) t', 'sleep'],
    ["select 1 --\u0001'\n, sleep(5) -- '", 'control characters'],
    ['', 'empty'],
    ['select from where', 'understood'],
  ])('refuses to read: %s', async (sql, why) => {
    await expect(read(sql)).rejects.toThrow(why);
  });

  it('keeps statements with long lists quick to check, and the same', async () => {
    const list = Array.from({ length: 30_000 }, (_, at) => (at % 2 ? at : `'${at}'`)).join(', ');
    const sql = `select * from t where a in (${list}) and b in (-1, -2)`;
    expect(forParsing(tokenize(sql)).length).toBeLessThan(200);
    await expect(read(sql)).resolves.toBeUndefined();
    await expect(read(`select * from t where a in (${list.slice(0, 2000)}, sleep(1), ${list.slice(0, 3)}`)).rejects.toMatchObject({ code: 'refused' });
  });

  it('lets those who may write change tables, and nothing else', async () => {
    for (const sql of ['insert into t select 1', 'create table a (b int)', 'create or replace view v as select 1', 'drop table t', 'explain select 1']) await expect(write(sql)).resolves.toBeUndefined();
    for (const sql of ['commit', "load data infile 'x' into table t", "select 1 into outfile '/x'", 'set global a = 1', 'insert into t select sleep(1)', 'drop table t; drop table u', 'create user x', 'create or replace procedure p() select 1', 'grant all on *.* to x', 'call p()']) {
      await expect(write(sql)).rejects.toMatchObject({ code: 'refused' });
    }
  });
});
