import type { TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { around, problemOf, timed } from './check-answer.ts';
import type { TimedAnswer } from './check-answer.ts';
import { HIDDEN } from './facts.ts';
import type { FuzzApp } from './fuzz-app.ts';
import { anyValue, HOSTILE_TEXTS, mutate } from './hostile.ts';
import { aFilter, aMetric } from './random-query.ts';
import { anySql, COLUMNS, goodCondition } from './random-sql.ts';
import { timeRange } from './random-time-range.ts';
import type { Random } from './random.ts';
import type { CaseInput, CaseOutcome, FuzzKind } from './run-cases.ts';

/** A request with a body, at an address that may name a dataset or a dashboard. */
interface Sent {
  readonly path: string;
  readonly body: unknown;
  /** Where to read what was kept, with the answer's key at its end; who else may not. */
  readonly read?: string;
}

const text = (value: string): string => encodeURIComponent(value.replace(/[\ud800-\udfff]/g, '').slice(0, 200)) || 'x';

function randomRequest(random: Random, fuzz: FuzzApp): Sent {
  const dataset = random.chance(0.85) ? random.pick(fuzz.twins).ruled : random.pick([fuzz.vault, fuzz.lost, 999, -1, 0]);
  const form = { datasource: `${dataset}__table`, viz_type: 'table', metrics: [aMetric(random)], adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: anySql(random, goodCondition) }] };
  const search = random.chance(0.8) ? '' : `?tab_id=${random.chance(0.7) ? random.int(0, 5) : text(random.pick(HOSTILE_TEXTS))}`;
  switch (random.int(0, 6)) {
    case 0:
      return { path: `/api/v1/explore/form_data${search}`, body: { datasource_id: dataset, datasource_type: random.pick(['table', 'table', 'query', 'x']), ...(random.chance(0.3) ? { chart_id: random.pick([0, 1, null, -1, 'x']) } : {}), form_data: random.chance(0.8) ? JSON.stringify(form) : random.pick(HOSTILE_TEXTS) }, read: '/api/v1/explore/form_data/' };
    case 1:
      return { path: '/api/v1/explore/permalink', body: { formData: random.chance(0.8) ? form : anyValue(random), urlParams: random.pick([null, [['a', 'b']], [['a']], 'x']) }, read: '/api/v1/explore/permalink/' };
    case 2:
      return { path: `/api/v1/dashboard/${random.chance(0.9) ? fuzz.dashboard : text(random.pick(HOSTILE_TEXTS))}/filter_state${search}`, body: { value: random.chance(0.8) ? JSON.stringify({ 'NATIVE_FILTER-1': { extraFormData: { filters: [aFilter(random)] }, filterState: { value: anyValue(random) } } }) : anyValue(random) }, read: `/api/v1/dashboard/${fuzz.dashboard}/filter_state/` };
    case 3:
      return { path: `/api/v1/dashboard/${fuzz.dashboard}/permalink`, body: { dataMask: { a: anyValue(random) }, activeTabs: random.pick([null, ['TAB-1'], [1]]), anchor: random.pick([null, 'CHART-1', ...HOSTILE_TEXTS]), urlParams: random.pick([null, [['x', random.pick(HOSTILE_TEXTS)]], [['a']]]) }, read: '/api/v1/dashboard/permalink/' };
    case 4:
      return { path: `/datasource/samples?datasource_type=${random.pick(['table', 'table', 'query', 'x'])}&datasource_id=${dataset}&page=${random.pick([1, 2, 0, -1, 1e9, 1e20, 'x'])}&per_page=${random.pick([10, 100, 0, -1, 1e9, 'x'])}${random.chance(0.3) ? '&force=true' : ''}`, body: random.chance(0.2) ? {} : { filters: random.some(0, 2, () => aFilter(random)), time_range: timeRange(random), granularity: 'ts', extras: { where: anySql(random, goodCondition) } } };
    case 5:
      return { path: `/api/v1/datasource/table/${dataset}/validate_expression/`, body: { expression: anySql(random, goodCondition), expression_type: random.pick(['column', 'metric', 'where', 'having', 'x']), clause: random.pick(['where', 'having', undefined]) } };
    default:
      return { path: '/api/v1/chart/data/batch', body: { requests: random.some(0, 3, () => ({ datasource: { id: dataset, type: 'table' }, queries: [{ columns: [random.pick(COLUMNS)], metrics: [aMetric(random)], filters: [aFilter(random)] }] })) } };
  }
}

async function check(fuzz: FuzzApp, { path, body, read }: CaseInput): Promise<CaseOutcome> {
  if (typeof path !== 'string' || !path.startsWith('/')) return { status: 0 };
  const send = (client: TestClient): Promise<TimedAnswer> => timed(() => client.request('POST', path, { json: body ?? null }));
  const got = await send(fuzz.gamma);
  const { status, text: answer, json } = got.answer;
  // A batch answers lines, so its failures stand within.
  const problem = problemOf(fuzz, got) ?? (answer.includes(HIDDEN) && !JSON.stringify(body).includes(HIDDEN) ? `a hidden row shows: ${around(answer, HIDDEN)}` : undefined);
  if (problem) return { status, problem };
  const { key } = (json ?? {}) as { key?: unknown };
  if (typeof read !== 'string' || !read.startsWith('/') || status >= 300) return { status };
  if (typeof key !== 'string') return { status, problem: `kept, but without a key: ${answer.slice(0, 200)}` };
  const kept = await timed(() => fuzz.gamma.get(`${read}${encodeURIComponent(key)}`));
  const wrong = problemOf(fuzz, kept) ?? (kept.answer.status === 200 ? undefined : `what was kept cannot be read: ${kept.answer.status} ${kept.answer.text.slice(0, 200)}`);
  return { status, ...(wrong ? { problem: wrong } : {}) };
}

/** What keeps form data and filter states, and the other ways into a dataset's rows. */
export const TEMPORARY_KEYS: FuzzKind = {
  name: 'keys and dataset routes',
  share: 5,
  make(random, fuzz) {
    const sent = randomRequest(random, fuzz);
    return { ...sent, body: random.chance(0.2) ? mutate(random, sent.body, 0.08) : sent.body };
  },
  check,
};
