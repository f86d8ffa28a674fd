import { describe, expect, it } from 'vitest';
import { admit } from './admit.ts';

const read = (sql: string) => admit(sql, 'read');
const write = (sql: string) => admit(sql, 'write');

describe('admission [contract §10.3]', () => {
  it.each([
    'select 1',
    'with a as (select 1 as x) select x from a union all values (2)',
    "select date_trunc('day', ts), count(*) from s.t where a ilike '%;drop table t%' group by 1 -- done",
    'table t',
    'select current_date, now(), "User" from users',
    'select 1;',
  ])('reads: %s', async (sql) => {
    await expect(read(sql)).resolves.toBeUndefined();
  });

  it.each([
    ['select 1; select 2', 'Exactly one'],
    ['insert into t values (1)', 'single SELECT'],
    ['with a as (delete from t returning *) select * from a', 'change data'],
    ['select * into x from t', 'INTO'],
    ['select * from (select 1 into x) a', 'INTO'],
    ['select * from t for update', 'FOR UPDATE'],
    ['explain analyze delete from t', 'single SELECT'],
    ["copy t to program 'id'", 'single SELECT'],
    ['do $$ begin end $$', 'single SELECT'],
    ['set a = 1', 'single SELECT'],
    ["select pg_read_file('/etc/passwd')", 'pg_read_file'],
    ["select PG_CATALOG.\"pg_sleep\"(10)", 'pg_sleep'],
    ["select query_to_xml('delete from t', true, true, '')", 'query_to_xml'],
    ["select * from dblink('host=x', 'select 1') as t(a int)", 'dblink'],
    ["select 1 where (select set_config('a.b', 'c', false)) is null", 'set_config'],
    ['select current_user', 'current_user'],
    ['select current_catalog', 'current_catalog'],
    ['select version()', 'version'],
    ['select $1', 'Parameters'],
    ['', 'empty'],
    ['select form from', 'line 1:17'],
  ])('refuses to read: %s', async (sql, why) => {
    await expect(read(sql)).rejects.toThrow(why);
  });

  it('survives statements that overflow the parser', async () => {
    for (let round = 0; round < 40; round++) await expect(read(`select ${'1+'.repeat(20_000)}${round}`)).rejects.toThrow('too deeply');
    await expect(read('select 1 + 1')).resolves.toBeUndefined();
  }, 120_000);

  it('lets those who may write change tables, and nothing else', async () => {
    for (const sql of ['insert into t select 1', 'create table a as select 1', 'drop table t', 'select 1', 'explain select 1']) await expect(write(sql)).resolves.toBeUndefined();
    for (const sql of ['commit', "copy t from program 'id'", 'do $$ begin end $$', "alter system set a = '1'", 'insert into t select pg_sleep(1)', 'drop table t; drop table u', "load 'x'", 'create role x superuser']) {
      await expect(write(sql)).rejects.toMatchObject({ code: 'refused' });
    }
  });
});
