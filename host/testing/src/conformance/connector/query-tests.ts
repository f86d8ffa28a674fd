import type { DataRow, QueryObject } from '@orrery/sdk';
import { expect, it } from 'vitest';
import type { ConnectorBench, ConformanceDataset } from './connector-bench.ts';
import { expectedGrain } from './expected-grain.ts';
import { FILTER_CASES } from './filter-cases.ts';
import type { SampleRow } from './sample-table.ts';
import { ODD_COLUMN, SAMPLE_ROWS } from './sample-table.ts';

const LIMIT = 10_000;
const metric = (aggregate: 'SUM' | 'AVG' | 'MIN' | 'MAX' | 'COUNT' | 'COUNT_DISTINCT', column_name: string, label = `${aggregate}(${column_name})`) => ({ expressionType: 'SIMPLE' as const, aggregate, column: { column_name }, label });
const axis = (column: string, timeGrain: string) => ({ label: column, sqlExpression: column, columnType: 'BASE_AXIS' as const, timeGrain, expressionType: 'SQL' as const });
const sum = (values: readonly (number | null)[]): number | null => (values.some((value) => value !== null) ? values.reduce<number>((total, value) => total + (value ?? 0), 0) : null);

function groups<K>(rows: readonly SampleRow[], key: (row: SampleRow) => K): ReadonlyMap<K, readonly SampleRow[]> {
  const all = new Map<K, SampleRow[]>();
  for (const row of rows) all.set(key(row), [...(all.get(key(row)) ?? []), row]);
  return all;
}

/** Rows in an order of their own: engines sort NULL and texts differently. */
function sorted(rows: readonly DataRow[]): readonly DataRow[] {
  const key = (row: DataRow): string => JSON.stringify(Object.values(row));
  return [...rows].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Tests of what the query engine answers over the engine. */
export function queryTests({ options, table, subject }: ConnectorBench): void {
  const ask = async (query: QueryObject, dataset: ConformanceDataset = 'table'): Promise<readonly DataRow[]> => (await subject().ask({ row_limit: LIMIT, ...query }, dataset)).data;
  const expectRows = async (query: QueryObject, wanted: readonly DataRow[], dataset?: ConformanceDataset): Promise<void> => expect(sorted(await ask(query, dataset))).toEqual(sorted(wanted));

  it('answers plain rows, in order, with the generic types of their columns', async () => {
    const columns = ['id', 'ts', 'tz', 'd', 'region', 'qty', 'price', 'amount', 'ok', ODD_COLUMN];
    const answer = await subject().ask({ columns, orderby: [['id', true]], row_limit: LIMIT }, 'table');
    expect(answer.colnames).toEqual(columns);
    expect(answer.coltypes).toEqual([0, 2, 2, 2, 1, 0, 0, 0, 3, 1]);
    expect(answer.data).toEqual(SAMPLE_ROWS.map(({ id, ts, tz, d, region, qty, price, amount, ok, odd }) => ({ id, ts, tz, d, region, qty, price, amount, ok, [ODD_COLUMN]: odd })));
  });

  it('aggregates by a column with NULL', async () => {
    const wanted = [...groups(SAMPLE_ROWS, ({ region }) => region)].map(([region, rows]) => ({
      region,
      'SUM(qty)': sum(rows.map(({ qty }) => qty)),
      'AVG(price)': sum(rows.map(({ price }) => price))! / rows.length,
      'MIN(ts)': Math.min(...rows.map(({ ts }) => ts)),
      'MAX(qty)': Math.max(...rows.flatMap(({ qty }) => qty ?? [])),
      'COUNT(qty)': rows.filter(({ qty }) => qty !== null).length,
      'COUNT_DISTINCT(ok)': new Set(rows.flatMap(({ ok }) => ok ?? [])).size,
      cnt: rows.length,
    }));
    const metrics = [metric('SUM', 'qty'), metric('AVG', 'price'), metric('MIN', 'ts'), metric('MAX', 'qty'), metric('COUNT', 'qty'), metric('COUNT_DISTINCT', 'ok'), 'cnt'];
    const rows = sorted(await ask({ columns: ['region'], metrics }));
    expect(rows.map((row) => ({ ...row, 'AVG(price)': 0 }))).toEqual(sorted(wanted).map((row) => ({ ...row, 'AVG(price)': 0 })));
    rows.forEach((row, at) => expect(row['AVG(price)']).toBeCloseTo(sorted(wanted)[at]!['AVG(price)'] as number, 9));
  });

  it('[contract §4.4] truncates to every grain it offers', async () => {
    for (const grain of Object.keys(subject().dialect.timeGrains)) {
      const truncate = expectedGrain(grain, options.weekStart);
      expect(truncate, grain).toBeDefined();
      for (const column of ['ts', 'tz'] as const) {
        const wanted = [...groups(SAMPLE_ROWS, (row) => truncate!(row[column]))].map(([bucket, rows]) => ({ [column]: bucket, cnt: rows.length }));
        expect(sorted(await ask({ columns: [axis(column, grain)], metrics: ['cnt'] })), `${grain} of ${column}`).toEqual(sorted(wanted));
      }
    }
  });

  it('truncates dates and epoch numbers, too', async () => {
    const month = expectedGrain('P1M', options.weekStart)!;
    for (const [column, instant] of [['d', ({ d }: SampleRow) => d], ['ep', ({ ep }: SampleRow) => ep * 1000]] as const) {
      const wanted = [...groups(SAMPLE_ROWS, (row) => month(instant(row)))].map(([bucket, rows]) => ({ [column]: bucket, cnt: rows.length }));
      await expectRows({ columns: [axis(column, 'P1M')], metrics: ['cnt'] }, wanted);
    }
  });

  it.each(FILTER_CASES.map((one) => [`${one.filter.op} ${JSON.stringify(one.filter.val) ?? ''} on ${JSON.stringify(one.filter.col)}`, one] as const))('[contract §4.5] filters by %s', async (_, { filter, keeps }) => {
    await expectRows({ columns: ['id'], filters: [filter] }, SAMPLE_ROWS.filter(keeps).map(({ id }) => ({ id })));
  });

  it('filters the whole by time, and one column by another', async () => {
    const inside = ({ ts, qty }: SampleRow): boolean => ts >= Date.UTC(2024, 0, 1) && ts < Date.UTC(2024, 1, 1) && qty !== null && qty > 60;
    const wanted = SAMPLE_ROWS.filter(inside);
    await expectRows({ granularity: 'ts', time_range: '2024-01-01 : 2024-02-01', metrics: ['cnt', metric('SUM', 'qty')], extras: { where: '(qty > 60)' } }, [{ cnt: wanted.length, 'SUM(qty)': sum(wanted.map(({ qty }) => qty)) }]);
  });

  it('[contract §4.7] limits series', async () => {
    const month = expectedGrain('P1M', options.weekStart)!;
    const totals = [...groups(SAMPLE_ROWS, ({ region }) => region)].map(([region, rows]) => ({ region, total: sum(rows.map(({ qty }) => qty)) ?? 0 })).sort((one, other) => other.total - one.total);
    const leading = new Set(totals.slice(0, 2).map(({ region }) => region));
    const rows = SAMPLE_ROWS.filter(({ region }) => leading.has(region));
    const wanted = [...groups(rows, (row) => `${month(row.ts)} ${row.region}`).values()].map((group) => ({ ts: month(group[0]!.ts), region: group[0]!.region, 'SUM(qty)': sum(group.map(({ qty }) => qty)) }));
    await expectRows({ columns: [axis('ts', 'P1M'), 'region'], metrics: [metric('SUM', 'qty')], series_columns: ['region'], series_limit: 2, orderby: [[metric('SUM', 'qty'), false]] }, wanted);
  });

  it('keeps groups by HAVING', async () => {
    const wanted = [...groups(SAMPLE_ROWS, ({ region }) => region)].filter(([, rows]) => rows.length > 50).map(([region, rows]) => ({ region, cnt: rows.length }));
    expect(wanted.length).toBeGreaterThan(0);
    await expectRows({ columns: ['region'], metrics: ['cnt'], extras: { having: '(COUNT(*) > 50)' } }, wanted);
  });

  it('pages', async () => {
    expect(await ask({ columns: ['id'], orderby: [['id', false]], row_limit: 5, row_offset: 10 })).toEqual(SAMPLE_ROWS.toReversed().slice(10, 15).map(({ id }) => ({ id })));
  });

  it('counts rows', async () => {
    expect(await ask({ columns: ['id'], filters: [{ col: 'id', op: '<', val: 30 }], is_rowcount: true })).toEqual([{ rowcount: 30 }]);
  });

  it('orders by metrics and by what is not selected', async () => {
    const rows = await ask({ columns: ['odd_key'], metrics: [metric('MAX', 'id', 'Highest id!')], orderby: [[metric('MAX', 'id', 'Highest id!'), false]] }, { sql: `SELECT id, ${subject().dialect.identifier(ODD_COLUMN)} AS odd_key FROM ${subject().dialect.qualify({ schema: options.schema, name: table })}` });
    expect(rows).toEqual([{ odd_key: 'v0', 'Highest id!': 399 }, { odd_key: 'v2', 'Highest id!': 398 }, { odd_key: 'v1', 'Highest id!': 397 }]);
    expect((await ask({ columns: ['region'], metrics: ['cnt'], orderby: [[metric('MIN', 'id'), true]], row_limit: 3 })).map(({ region }) => region)).toEqual(['north', 'süd', "O'Brien"]);
  });

  it('reads calculated columns, saved metrics, expressions and distinct values', async () => {
    const wanted = SAMPLE_ROWS.filter(({ id }) => id < 20).map(({ id, qty, price }) => ({ id, rev: qty === null ? null : qty * price }));
    await expectRows({ columns: ['id', 'rev'], filters: [{ col: 'id', op: '<', val: 20 }] }, wanted);
    await expectRows({ metrics: ['revenue'] }, [{ revenue: sum(SAMPLE_ROWS.map(({ qty, price }) => (qty === null ? null : qty * price))) }]);
    await expectRows({ columns: [ODD_COLUMN], metrics: [] }, [{ [ODD_COLUMN]: 'v0' }, { [ODD_COLUMN]: 'v1' }, { [ODD_COLUMN]: 'v2' }]);
    await expectRows({ columns: [{ label: 'Half', sqlExpression: 'id / 2.0', expressionType: 'SQL' }], filters: [{ col: 'id', op: 'IN', val: [3, 4] }] }, [{ Half: 1.5 }, { Half: 2 }]);
  });

  it('answers labels of any length and script', async () => {
    const labels = [`${'Länge '.repeat(20)}1`, `${'Länge '.repeat(20)}2`, 'a "quoted\' `label` %', '東京'];
    expect(await ask({ metrics: labels.map((label, at) => metric(at % 2 ? 'MAX' : 'MIN', 'id', label)) })).toEqual([Object.fromEntries(labels.map((label, at) => [label, at % 2 ? 399 : 0]))]);
  });

  it('reads virtual datasets', async () => {
    const sql = `-- rows of interest\nSELECT region, qty FROM ${subject().dialect.qualify({ schema: options.schema, name: table })} WHERE qty > 300 -- all of them\n;`;
    const rows = SAMPLE_ROWS.filter(({ qty }) => qty !== null && qty > 300);
    const wanted = [...groups(rows, ({ region }) => region)].map(([region, group]) => ({ region, 'SUM(qty)': sum(group.map(({ qty }) => qty)) }));
    await expectRows({ columns: ['region'], metrics: [metric('SUM', 'qty')] }, wanted, { sql });
  });
}
