import { describe, expect, it } from 'vitest';
import { buildQueryCases } from '../../../../tests/fixtures/build-query-cases.ts';
import { table } from './table.ts';

const cases = buildQueryCases(/^table(?![\w-])/);

describe.skipIf(cases.length === 0)('[VIZ-09] query of table', () => {
  it.each(cases)('$id $name', ({ input, expected }) => {
    const { form_data: _echo, force, ...context } = table.buildQuery(input.form_data, { ownState: input.own_state });
    expect(force).toBe(false);
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});
