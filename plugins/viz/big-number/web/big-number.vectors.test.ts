import { describe, expect, it } from 'vitest';
import { buildQueryCases } from '../../../../tests/fixtures/build-query-cases.ts';
import { bigNumber } from './big-number.ts';

const cases = buildQueryCases(/^big_number(?![\w-])/);

describe.skipIf(cases.length === 0)('[VIZ-13] query of big_number', () => {
  it.each(cases)('$id $name', ({ input, expected }) => {
    const { form_data: _echo, force, ...context } = bigNumber.buildQuery(input.form_data, { ownState: input.own_state });
    expect(force).toBe(false);
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});
