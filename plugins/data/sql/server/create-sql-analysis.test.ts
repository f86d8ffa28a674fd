import { afterAll, describe, expect, it } from 'vitest';
import { createSqlAnalysis } from './create-sql-analysis.ts';
import { createSqlWorker } from './worker/worker-client.ts';

// The clock of the thread itself has a test of its own; starting it may take long beside other work.
const worker = createSqlWorker(60_000);
const analysis = createSqlAnalysis(worker);
afterAll(() => worker.dispose());

describe('SqlAnalysis', () => {
  it('reads large texts without holding up the event loop', async () => {
    const sql = `select * from t where a in (${Array.from({ length: 20_000 }, (_, at) => at).join(', ')})`;
    await analysis.statements('mysql', `select 1 /* ${'x'.repeat(5000)} */`);
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const [statement] = await analysis.statements('mysql', sql);
    clearInterval(timer);
    expect(statement?.tables).toEqual([{ catalog: null, schema: null, name: 't' }]);
    // Some milliseconds on a quiet machine.
    expect(longest).toBeLessThan(1000);
  }, 90_000);

  it('refuses what takes too long and goes on', async () => {
    const hurried = createSqlWorker(1);
    const impatient = createSqlAnalysis(hurried);
    await expect(impatient.statements('mysql', `select ${'a + '.repeat(3000)} 1`)).rejects.toMatchObject({ code: 'too-complex' });
    await expect(impatient.statements('mysql', 'select 1')).resolves.toHaveLength(1);
    hurried.dispose();
  }, 60_000);

  it('carries typed errors with their place out of the thread', async () => {
    await expect(analysis.statements('postgresql', `${'select 1;\n'.repeat(1000)}select form from`)).rejects.toMatchObject({ code: 'syntax', place: { line: 1001, column: 16, near: 'from' } });
  }, 60_000);

  it('answers from memory in microseconds', async () => {
    const ask = () => analysis.checkExpression('postgresql', 'sum(a) / count(*)');
    await ask();
    // The best of some rounds, for the machine may have other work.
    let best = Infinity;
    for (let round = 0; round < 20; round++) {
      const started = performance.now();
      for (let call = 0; call < 100; call++) await ask();
      best = Math.min(best, (performance.now() - started) / 100);
    }
    expect(best).toBeLessThan(0.05);
  });

  it.each<readonly [string, string, string]>([
    ['mysql', 'select a from t limit 3, 10', 'select a from t limit 3, 5'],
    ['postgresql', 'select a from t limit all offset 2', 'select a from t limit 5 offset 2'],
    ['postgresql', 'select a from t offset 2', 'select a from t\nLIMIT 5 offset 2'],
    ['trino', 'select a from t offset 2', 'select a from t offset 2\nLIMIT 5'],
    ['trino', 'select a from t fetch first 9 rows only', 'select a from t fetch first 5 rows only'],
    ['postgresql', 'select a from t for update', 'select a from t\nLIMIT 5 for update'],
    ['clickhouse', 'select a from t limit 3 by a settings max_threads = 1', 'select a from t limit 3 by a\nLIMIT 5 settings max_threads = 1'],
    ['clickhouse', 'select a from t group by a with totals limit 100 format JSON', 'select a from t group by a with totals limit 5 format JSON'],
    ['postgresql', 'select a from t limit (select 3)', 'SELECT * FROM (\nselect a from t limit (select 3)\n) AS limited_query\nLIMIT 5'],
    ['mssql', 'select distinct a from t', 'select distinct TOP 5 a from t'],
    ['sqlite', 'select 1; select a from t -- n', 'select 1; select a from t\nLIMIT 5 -- n'],
    ['sqlite', 'select "limit" from t where t.limit = 3', 'select "limit" from t where t.limit = 3\nLIMIT 5'],
    ['sqlite', 'delete from t', 'delete from t'],
  ])('limits without printing again, %s: %s', async (engine, sql, expected) => {
    expect((await analysis.limit(engine, sql, 5)).sql).toBe(expected);
  });

  it('formats, keeps templates and comments, and leaves alone what it cannot read', async () => {
    expect(await analysis.format('select 1', 'sqlite')).toBe('SELECT\n  1');
    expect(await analysis.format("select a from t where b = '{{ x }}' and c > {{ y }} -- note", 'postgresql')).toContain('{{ y }} -- note');
    expect(await analysis.format("select 'open", 'mysql')).toBe("select 'open");
  });

  it('makes tables from one SELECT only', async () => {
    await expect(analysis.createAs('sqlite', 'delete from t', { catalog: null, schema: null, name: 'x' }, 'TABLE')).rejects.toMatchObject({ code: 'refused' });
    expect(await analysis.createAs('mysql', 'select 1;', { catalog: null, schema: null, name: 'x y' }, 'VIEW')).toBe('CREATE VIEW `x y` AS\nselect 1');
  });
});
