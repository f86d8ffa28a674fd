import type { TestAnswer, TestClient } from '../../kernel/server/testing/start-test-kernel.ts';
import { around, problemOf, timed } from './check-answer.ts';
import { FACTS, HIDDEN, isAllowed } from './facts.ts';
import type { Fact } from './facts.ts';
import type { FuzzApp, Twin } from './fuzz-app.ts';
import { plainCase } from './plain-aggregates.ts';
import { randomContext } from './random-query.ts';
import { anySql, goodCondition } from './random-sql.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import type { CaseInput, CaseOutcome, FuzzKind } from './run-cases.ts';
import { differenceOf } from './same-rows.ts';

type Context = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

/** Answers of these depend on who asks or where a row lies, not only on which rows there are. */
const DEPENDS = /current_user|rowid|random|uuid|now\(\)|username|dataset\(|rls_rules/i;
const LIMITS = ['row_limit', 'row_offset', 'series_limit', 'timeseries_limit', 'series_limit_metric', 'timeseries_limit_metric'] as const;
/** What follows the order of rows, which the engine may choose anew each time. */
const ORDERED = [...LIMITS, 'post_processing', 'orderby', 'is_rowcount'] as const;

const on = (dataset: number, context: unknown): Context => ({ datasource: { id: dataset, type: 'table' }, ...(context as Context) });
const ask = (client: TestClient, json: unknown): Promise<{ answer: TestAnswer; ms: number }> => timed(() => client.request('POST', '/api/v1/chart/data', { json }));
const twinOf = (fuzz: FuzzApp, { twin }: CaseInput): Twin => fuzz.twins[Number(twin ?? 0)] as Twin;
const outcome = (status: number, problem?: string): CaseOutcome => ({ status, ...(problem ? { problem } : {}) });
const rowsOf = (answer: TestAnswer): readonly Row[] => (answer.json as { result?: { data?: Row[] }[] } | undefined)?.result?.[0]?.data ?? [];
/** No answer to who is under the rule may show a hidden row, in rows or in words. */
const shown = ({ text }: TestAnswer): string | undefined => (text.includes(HIDDEN) ? `a hidden row shows: ${around(text, HIDDEN)}` : undefined);

/** The context with keys of its queries taken away. */
function without(context: Context, keys: readonly string[]): Context {
  const queries = Array.isArray(context['queries']) ? context['queries'] : [];
  return { ...context, result_type: context['result_type'], queries: queries.map((query: unknown) => (typeof query === 'object' && query !== null && !Array.isArray(query) ? Object.fromEntries(Object.entries(query).filter(([key]) => !keys.includes(key))) : query)) };
}

/** Aggregates this side computes itself. */
async function plain(fuzz: FuzzApp, input: CaseInput): Promise<CaseOutcome> {
  const { query, expected } = plainCase(createRandom(Number(input['chance'])));
  const got = await ask(fuzz.gamma, on(twinOf(fuzz, input).ruled, { queries: [query] }));
  const row = rowsOf(got.answer)[0] ?? {};
  const wrong = Object.entries(expected).find(([label, value]) => (value === null ? row[label] !== null : typeof row[label] !== 'number' || Math.abs(row[label] - value) > 1e-6 * Math.max(1, Math.abs(value))));
  const problem = problemOf(fuzz, got) ?? (got.answer.status !== 200 ? `a plain aggregate was refused: ${got.answer.text.slice(0, 300)}` : wrong && `${wrong[0]} is ${String(row[wrong[0]])}, but ${wrong[1]} over the allowed rows, in ${JSON.stringify(query)}`);
  return outcome(got.answer.status, problem);
}

const ALLOWED = new Map<unknown, Fact>(FACTS.filter(isAllowed).map((fact) => [fact.id, fact]));
const SAME = ['id', 'tenant', 'region', 'product', 'qty', 'price', 'ok'] as const;

/** Raw rows must be those of the table the rule lets through, word by word; and one more condition only takes rows away. */
async function narrow(fuzz: FuzzApp, input: CaseInput): Promise<CaseOutcome> {
  const { ruled } = twinOf(fuzz, input);
  const query = { columns: [...SAME], metrics: [], row_limit: 1000, ...(input['query'] as object) };
  const [wide, less] = await Promise.all([query, { ...query, filters: [...(Array.isArray(input['filters']) ? (input['filters'] as unknown[]) : []), input['filter']] }].map((one) => ask(fuzz.gamma, on(ruled, { queries: [one] }))));
  if (!wide || !less) return outcome(0);
  const problem = problemOf(fuzz, wide) ?? problemOf(fuzz, less) ?? shown(wide.answer) ?? shown(less.answer);
  if (problem || wide.answer.status !== 200) return outcome(wide.answer.status, problem);
  const foreign = rowsOf(wide.answer).find((row) => SAME.some((name) => ALLOWED.get(row['id'])?.[name] !== row[name]));
  if (foreign) return outcome(200, `a row that is not among the allowed ones: ${JSON.stringify(foreign)}`);
  const ids = new Set(rowsOf(wide.answer).map((row) => row['id']));
  const added = less.answer.status === 200 ? rowsOf(less.answer).find((row) => !ids.has(row['id'])) : undefined;
  return outcome(200, added && `one more filter added a row: ${JSON.stringify(added)}`);
}

/** Nothing the restricted user is told may come from hidden rows: the same query over the allowed rows alone must answer the same. */
async function compare(fuzz: FuzzApp, input: CaseInput): Promise<CaseOutcome> {
  const { ruled, reference } = twinOf(fuzz, input);
  const context = (input['context'] ?? {}) as Context;
  if (input['isKept'] === true) {
    // What was kept for who sees all must not answer who does not.
    const first = await ask(fuzz.admin, on(ruled, context));
    const problem = problemOf(fuzz, first);
    if (problem) return outcome(first.answer.status, `admin: ${problem}`);
  }
  const mine = await ask(fuzz.gamma, on(ruled, context));
  const problem = problemOf(fuzz, mine) ?? shown(mine.answer);
  if (problem) return outcome(mine.answer.status, `gamma: ${problem}`);
  const theirs = await ask(fuzz.admin, on(reference, context));
  const other = problemOf(fuzz, theirs);
  if (other) return outcome(theirs.answer.status, `admin: ${other}`);
  if (mine.answer.status !== 200 || theirs.answer.status !== 200 || DEPENDS.test(JSON.stringify(context)) || !mine.answer.json) return outcome(mine.answer.status);
  const against = (one: Context): Promise<{ answer: TestAnswer }> => (input['isTwice'] === true ? ask(fuzz.gamma, on(ruled, one)) : ask(fuzz.admin, on(reference, one)));
  // A tie at a limit may be cut either way, so a difference counts only when it stays without limits and order.
  for (const keys of [[], LIMITS, ORDERED]) {
    const again = without(context, keys);
    const [left, right] = keys.length === 0 && input['isTwice'] !== true ? [mine.answer, theirs.answer] : (await Promise.all([ask(fuzz.gamma, on(ruled, again)), against(again)])).map(({ answer }) => answer);
    if (left?.status !== 200 || right?.status !== 200) return outcome(mine.answer.status);
    const difference = differenceOf(left.json, right.json);
    if (difference === undefined) return outcome(mine.answer.status);
    if (keys === ORDERED) return outcome(mine.answer.status, `${input['isTwice'] === true ? 'asked twice it answers differently' : 'under the rule it answers other than over the allowed rows'}: ${difference}`);
  }
  return outcome(mine.answer.status);
}

/** A dataset without access, and one whose database nobody reaches. */
async function forbidden(fuzz: FuzzApp, input: CaseInput): Promise<CaseOutcome> {
  const isLost = input['isLost'] === true;
  const dataset = isLost ? fuzz.lost : fuzz.vault;
  const context = on(dataset, input['context']);
  const got = await ask(isLost ? fuzz.admin : fuzz.gamma, context);
  const { status, text, json } = got.answer;
  const isAnswered = status === 200 && (context['datasource'] as { id?: unknown } | null)?.id === dataset && (json as { result?: unknown[] } | undefined)?.result?.length !== 0;
  const problem = problemOf(fuzz, got) ?? shown(got.answer) ?? (isAnswered && !isLost ? `a dataset without access answered: ${text.slice(0, 300)}` : undefined);
  return outcome(status, problem);
}

const PARTS = { plain, narrow, compare, forbidden } as const;

function makeInput(random: Random, twins: number): CaseInput {
  const twin = random.int(0, twins - 1);
  const roll = random.next();
  if (roll < 0.1) return { part: 'plain', twin, chance: random.int(0, 2 ** 31) };
  if (roll < 0.2) return { part: 'narrow', twin, query: { extras: { where: anySql(random, goodCondition) } }, filter: random.pick([{ col: 'qty', op: '>', val: random.int(-1, 20) }, { col: 'region', op: 'IN', val: ['north', "o'west", null] }, { col: 'ok', op: 'IS TRUE' }, { col: 'product', op: 'NOT LIKE', val: 'p1%' }]) };
  if (roll < 0.24) return { part: 'forbidden', isLost: random.chance(0.4), context: randomContext(random) };
  return { part: 'compare', twin, context: randomContext(random), isKept: random.chance(0.1), isTwice: random.chance(0.15) };
}

/** Random query contexts, as administrator and under row-level security. */
export const QUERY_CONTEXTS: FuzzKind = {
  name: 'query contexts',
  share: 26,
  make: (random, fuzz) => makeInput(random, fuzz.twins.length),
  check: (fuzz, input) => (Object.hasOwn(PARTS, String(input['part'])) ? PARTS[input['part'] as keyof typeof PARTS](fuzz, input) : Promise.resolve(outcome(0))),
};
