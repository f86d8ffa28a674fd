import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deepValue } from '../fuzz/hostile.ts';
import { startFuzzApp } from '../fuzz/fuzz-app.ts';
import type { FuzzApp } from '../fuzz/fuzz-app.ts';

let fuzz: FuzzApp;
let dataset: number;
beforeAll(async () => {
  fuzz = await startFuzzApp();
  dataset = fuzz.twins[0]?.ruled ?? 0;
}, 120_000);
afterAll(() => fuzz?.close());

const ask = async (query: object, result_format = 'json'): Promise<readonly [number, string]> => {
  const { status, text } = await fuzz.gamma.request('POST', '/api/v1/chart/data', { json: { datasource: { id: dataset, type: 'table' }, result_format, queries: [query] } });
  return [status, text];
};

describe('what fuzzing found stays found (must-hold 5)', () => {
  it('[contract §6] a histogram of a thousand million bins is refused, and the process lives', async () => {
    const histogram = (bins: number): object => ({ columns: ['product', 'qty'], metrics: [], post_processing: [{ operation: 'histogram', options: { column: 'qty', groupby: ['product'], bins } }] });
    expect(await ask(histogram(1e9))).toEqual([400, expect.stringContaining('Choose fewer bins')]);
    expect((await ask(histogram(5)))[0]).toBe(200);
  });

  it('[contract §4.5] values that are objects, and instants no calendar has, are no failures of the server', async () => {
    expect(await ask({ columns: ['ts'], filters: [{ col: 'ts', op: '<=', val: {} }] })).toEqual([400, expect.stringContaining('Must be a value or a list of values.')]);
    expect(await ask({ columns: ['ts'], filters: [{ col: 'ts', op: 'IN', val: [[1]] }] })).toEqual([400, expect.stringContaining('Must be a value or a list of values.')]);
    expect((await ask({ columns: ['ts'], filters: [{ col: 'ts', op: '<', val: 2 ** 60 }] }))[0]).toBe(400);
    expect((await ask({ columns: ['ts'], filters: [{ col: 'ts', op: 'IN', val: [2 ** 60] }] }))[0]).toBe(200);
  });

  it('[contract §3.2] texts and labels of custom items must be texts', async () => {
    for (const metric of [{ expressionType: 'SQL', sqlExpression: {} }, { expressionType: 'SQL', sqlExpression: 'count(*)', label: 5 }]) expect((await ask({ columns: [], metrics: [metric] }))[0]).toBe(400);
    expect((await ask({ columns: [{ expressionType: 'SQL', sqlExpression: 'qty', label: [] }] }))[0]).toBe(400);
  });

  it('[contract §5] a range beyond the years 1 to 9999 is refused with a reason', async () => {
    for (const q of ['Last 999999999999 years', 'prior 99999999999999999999 hours : noon', 'now : DATEADD(DATETIME("now"), 99999, year)']) {
      const { status, json } = await fuzz.gamma.get(`/api/v1/time_range/?q=${encodeURIComponent(`'${q}'`)}`);
      expect([status, json]).toEqual([400, { message: expect.stringMatching(/out of range|time/i) }]);
    }
  });

  it('[contract §3.2] objects that cannot become texts are no failures of the server', async () => {
    const odd = { toString: 1, valueOf: null };
    for (const query of [{ filters: [{ col: 'id', op: odd, val: 1 }] }, { time_offsets: [odd] }, { post_processing: [{ operation: 'cum', options: { operator: odd, columns: { id: odd } } }] }, { post_processing: [{ operation: 'histogram', options: { column: odd, groupby: [odd] } }] }]) {
      expect((await ask({ columns: ['id'], ...query }))[0], JSON.stringify(query)).toBe(400);
    }
  });

  it('[contract §3.5] files name columns that are called like parts of every object', async () => {
    for (const label of ['__proto__', 'constructor', 'toString']) {
      const query = { metrics: [{ expressionType: 'SQL', sqlExpression: 'count(*)', label }] };
      expect(await ask(query, 'csv')).toEqual([200, `\ufeff${label}\n160\n`]);
      expect((await ask(query, 'xlsx'))[0]).toBe(200);
    }
  });

  it('[contract §3.9] a comparison with a time before all calendars is refused', async () => {
    expect(await ask({ columns: ['ts'], metrics: ['count'], granularity: 'ts', time_range: '2024-02-01 : 2024-11-01', time_offsets: ['99999999999999 years ago'] })).toEqual([400, expect.stringContaining('out of range')]);
  });

  it('[contract §2.1] bodies and arguments nested beyond reason are refused before anybody walks them', async () => {
    expect(await ask({ columns: ['id'], post_processing: [{ operation: 'select', options: { columns: deepValue(1500) } }] })).toEqual([400, expect.stringContaining('nested too deeply')]);
    expect((await fuzz.gamma.get(`/api/v1/dataset/?q=${'!('.repeat(3000)}${')'.repeat(3000)}`)).status).toBe(400);
  });

  it('[contract §0.4] a key with half a character is no failure of the server', async () => {
    expect((await fuzz.gamma.request('POST', `/api/v1/dashboard/${fuzz.dashboard}/permalink`, { json: { dataMask: {}, '\ud800': 1 } })).status).toBe(400);
  });

  it('[SEC-06] nobody lets the engine sleep', async () => {
    expect(await ask({ columns: ['id'], extras: { where: 'pg_sleep(1) IS NULL' } })).toEqual([400, expect.stringMatching(/pg_sleep/)]);
  });
});
