import { describe, expect, it } from 'vitest';
import { isErrorBody, problemOf } from '../fuzz/check-answer.ts';
import { FACTS, HIDDEN, isAllowed } from '../fuzz/facts.ts';
import { kindOf, KINDS } from '../fuzz/kinds.ts';
import { randomContext } from '../fuzz/random-query.ts';
import { createRandom } from '../fuzz/random.ts';
import { differenceOf } from '../fuzz/same-rows.ts';
import { shrink } from '../fuzz/shrink.ts';

type Fuzz = Parameters<typeof problemOf>[0];
const FUZZ = { app: { logged: ['{"msg":"A request failed","error":"TypeError: x"}'] }, secrets: ['hunter-22', '/srv/orrery/'] } as unknown as Fuzz;
const answer = (status: number, body: unknown, ms = 5) => ({ ms, answer: { status, headers: {}, text: JSON.stringify(body), json: body } });
const data = (...rows: object[]) => ({ result: [{ data: rows, colnames: ['a'] }] });

describe('the oracles of the fuzzing can fail (must-hold 5)', () => {
  it('an answer may be no failure of the server, hold no secret, tell nothing of the inside, and has a body of the contract', () => {
    expect(problemOf(FUZZ, answer(200, { result: [] }))).toBeUndefined();
    expect(problemOf(FUZZ, answer(400, { message: 'Error: no such column' }))).toBeUndefined();
    expect(problemOf(FUZZ, answer(500, { message: 'Fatal error' }))).toMatch(/^status 500: .*TypeError: x/);
    expect(problemOf(FUZZ, answer(200, { result: 'hunter-22' }))).toMatch(/secret/);
    expect(problemOf(FUZZ, answer(400, { message: 'cannot open /srv/orrery/data.db' }))).toMatch(/secret/);
    expect(problemOf(FUZZ, answer(400, { message: 'x\n    at run (/a/b.ts:1:2)' }))).toMatch(/inside/);
    expect(problemOf(FUZZ, answer(400, { message: 'cannot connect to postgresql://ann:pw@db/x' }))).toMatch(/inside/);
    expect(problemOf(FUZZ, answer(400, { message: 'cannot connect to postgresql://ann:XXXXXXXXXX@db/x' }))).toBeUndefined();
    expect(problemOf(FUZZ, answer(404, {}))).toMatch(/no body of the contract/);
    expect(problemOf(FUZZ, answer(200, {}, 60_000))).toMatch(/took 60000 ms/);
  });

  it('knows the four shapes of errors [contract §0.4]', () => {
    expect([{ message: 'x' }, { message: { field: ['y'] } }, { error: 'z' }, { errors: [{ message: 'a', error_type: 'B', level: 'error' }] }].map(isErrorBody)).toEqual([true, true, true, true]);
    expect([undefined, [], {}, { message: '' }, { errors: [] }, { errors: [{ message: 'a' }] }].map(isErrorBody)).toEqual([false, false, false, false, false, false]);
  });

  it('sees rows that differ, in whatever order they come', () => {
    expect(differenceOf(data({ a: 1 }, { a: 2 }), data({ a: 2 }, { a: 1 }))).toBeUndefined();
    expect(differenceOf(data({ a: 1 }, { a: 2 }), data({ a: 1 }))).toMatch(/2 rows instead of 1/);
    expect(differenceOf(data({ a: 1 }), data({ a: 3 }))).toMatch(/instead of/);
  });

  it('hidden rows are marked in every text, allowed ones in none', () => {
    expect(FACTS.filter(isAllowed).length).toBeGreaterThan(100);
    for (const fact of FACTS) expect([fact.tenant, fact.region, fact.product].every((text) => (text ?? '').includes(HIDDEN) === !isAllowed(fact) || text === null)).toBe(true);
  });

  it('the same seed and number make the same case, others make others', () => {
    const made = (seed: number, at: number): string => JSON.stringify(randomContext(createRandom(seed, at)));
    expect(made(1, 7)).toBe(made(1, 7));
    expect(new Set(Array.from({ length: 50 }, (_, at) => made(1, at))).size).toBeGreaterThan(48);
    expect(made(1, 7)).not.toBe(made(2, 7));
    expect(KINDS.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    expect(new Set(Array.from({ length: 2000 }, (_, at) => kindOf(createRandom(3, at)))).size).toBe(KINDS.length);
  });

  it('a failing case is cut down to what makes it fail', async () => {
    const input = { noise: [1, 2, { x: 'y' }], query: { filters: [{ col: 'a', val: 1 }, { col: 'bad', val: 2 }], columns: ['c', 'd'] } };
    const fails = async (one: object): Promise<string | undefined> => (JSON.stringify(one).includes('"bad"') ? 'status 500: found' : undefined);
    expect((await shrink(input, 'status 500: found', fails)).input).toEqual({ query: { filters: [{ col: 'bad' }] } });
  });
});
