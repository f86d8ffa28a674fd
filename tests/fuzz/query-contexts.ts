import type { TestAnswer, TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { around, problemOf, timed } from './check-answer.ts';
import { HIDDEN } from './facts.ts';
import type { FuzzApp } from './fuzz-app.ts';
import { plainCase } from './plain-aggregates.ts';
import { randomContext } from './random-query.ts';
import type { Random } from './random.ts';
import type { CaseOutcome, FuzzKind } from './run-cases.ts';
import { differenceOf } from './same-rows.ts';

type Context = Readonly<Record<string, unknown>>;

/** Answers of these depend on who asks or where a row lies, not only on which rows there are. */
const DEPENDS = /current_user|rowid|random|uuid|now\(\)|username/i;
const LIMITS = ['row_limit', 'row_offset'] as const;
/** What follows the order of rows, which the engine may choose anew each time. */
const ORDERED = [...LIMITS, 'post_processing', 'orderby', 'is_rowcount'] as const;

const on = (dataset: number, context: Context): Context => ({ datasource: { id: dataset, type: 'table' }, ...context });
const ask = (client: TestClient, json: unknown): Promise<{ answer: TestAnswer; ms: number }> => timed(() => client.request('POST', '/api/v1/chart/data', { json }));

/** The context with keys of its queries taken away. */
function without(context: Context, keys: readonly string[]): Context {
  const queries = Array.isArray(context['queries']) ? context['queries'] : [];
  return { ...context, result_type: context['result_type'], queries: queries.map((query: unknown) => (typeof query === 'object' && query !== null && !Array.isArray(query) ? Object.fromEntries(Object.entries(query).filter(([key]) => !keys.includes(key))) : query)) };
}

async function plain(fuzz: FuzzApp, random: Random): Promise<CaseOutcome> {
  const { query, expected } = plainCase(random);
  const input = on(random.pick(fuzz.twins).ruled, { queries: [query] });
  const got = await ask(fuzz.gamma, input);
  const row = (got.answer.json as { result?: { data?: Record<string, number | null>[] }[] } | undefined)?.result?.[0]?.data?.[0] ?? {};
  const wrong = Object.entries(expected).find(([label, value]) => (value === null ? row[label] !== null : typeof row[label] !== 'number' || Math.abs(row[label] - value) > 1e-6 * Math.max(1, Math.abs(value))));
  const problem = problemOf(fuzz, got) ?? (got.answer.status !== 200 ? `a plain aggregate was refused: ${got.answer.text.slice(0, 300)}` : wrong && `${wrong[0]} is ${row[wrong[0]]}, but ${wrong[1]} over the allowed rows`);
  return { input, status: got.answer.status, ...(problem ? { problem } : {}) };
}

/** Nothing the restricted user is told may come from hidden rows: the same query over the allowed rows alone must answer the same. */
async function compare(fuzz: FuzzApp, random: Random): Promise<CaseOutcome> {
  const { ruled, reference } = random.pick(fuzz.twins);
  const context = randomContext(random);
  const input = on(ruled, context);
  const outcome = (status: number, problem?: string): CaseOutcome => ({ input, status, ...(problem ? { problem } : {}) });
  if (random.chance(0.1)) {
    // What was kept for who sees all must not answer who does not.
    const first = await ask(fuzz.admin, input);
    const problem = problemOf(fuzz, first);
    if (problem) return outcome(first.answer.status, `admin: ${problem}`);
  }
  const mine = await ask(fuzz.gamma, input);
  const problem = problemOf(fuzz, mine) ?? (mine.answer.text.includes(HIDDEN) ? `a hidden row shows: ${around(mine.answer.text, HIDDEN)}` : undefined);
  if (problem) return outcome(mine.answer.status, `gamma: ${problem}`);
  const theirs = await ask(fuzz.admin, on(reference, context));
  const other = problemOf(fuzz, theirs);
  if (other) return outcome(theirs.answer.status, `admin: ${other}`);
  if (mine.answer.status !== 200 || theirs.answer.status !== 200 || DEPENDS.test(JSON.stringify(context)) || !mine.answer.json) return outcome(mine.answer.status);
  // A tie at a limit may be cut either way, so a difference counts only when it stays without limits and order.
  for (const keys of [[], LIMITS, ORDERED]) {
    const again = without(context, keys);
    const [left, right] = keys.length === 0 ? [mine.answer, theirs.answer] : await Promise.all([ask(fuzz.gamma, on(ruled, again)), ask(fuzz.admin, on(reference, again))]).then((answers) => answers.map(({ answer }) => answer));
    if (left?.status !== 200 || right?.status !== 200) return outcome(mine.answer.status);
    const difference = differenceOf(left.json, right.json);
    if (difference === undefined) return outcome(mine.answer.status);
    if (keys === ORDERED) return outcome(mine.answer.status, `under the rule it answers other than over the allowed rows: ${difference}`);
  }
  return outcome(mine.answer.status);
}

async function forbidden(fuzz: FuzzApp, random: Random): Promise<CaseOutcome> {
  const input = on(fuzz.vault, randomContext(random));
  const got = await ask(fuzz.gamma, input);
  const shows = got.answer.text.includes(HIDDEN) || (got.answer.status === 200 && Object.hasOwn(input, 'datasource') && (input['datasource'] as { id?: unknown } | null)?.id === fuzz.vault && (got.answer.json as { result?: unknown[] } | undefined)?.result?.length !== 0);
  const problem = problemOf(fuzz, got) ?? (shows ? `a dataset without access answered: ${got.answer.text.slice(0, 300)}` : undefined);
  return { input, status: got.answer.status, ...(problem ? { problem } : {}) };
}

/** Random query contexts, as administrator and under row-level security. */
export const QUERY_CONTEXTS: FuzzKind = {
  name: 'query contexts',
  parallel: 4,
  run(fuzz, random) {
    const roll = random.next();
    return roll < 0.12 ? plain(fuzz, random) : roll < 0.16 ? forbidden(fuzz, random) : compare(fuzz, random);
  },
};
