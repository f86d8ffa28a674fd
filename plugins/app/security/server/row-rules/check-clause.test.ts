import { describe, expect, it } from 'vitest';
import { clauseProblem } from './check-clause.ts';

describe('[SEC-17] clauseProblem', () => {
  it.each([
    "region = 'north'",
    "region in ('north', 'a) or (b') and (amount > 1 or \"odd)name\" = 2)",
    "name = 'it''s'",
    'owner = {{ current_user_id() }}',
    "tags @> array['x']",
    "a = 'no -- comment; here'",
  ])('accepts %s', (clause) => expect(clauseProblem(clause)).toBeUndefined());

  it.each([
    ['', 'Enter a condition'],
    ['   ', 'Enter a condition'],
    ['1 = 1) or (1 = 1', 'closes nothing'],
    ['(1 = 1', 'never closed'],
    ['(a = [1)]', 'closes nothing'],
    ["region = 'north", 'never closed'],
    ["a = 'x'' or 1 = 1", 'never closed'],
    ['1 = 1; drop table t', 'one expression'],
    ['1 = 1 -- and x', 'Comments'],
    ['1 = 1 /* and x', 'Comments'],
    ['1 = 1 {# and x', 'Comments'],
  ])('refuses %s', (clause, text) => expect(clauseProblem(clause)).toContain(text));
});
