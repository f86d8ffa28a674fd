import { describe, expect, it } from 'vitest';
import { buildQueryCases } from '../../../../tests/fixtures/build-query-cases.ts';
import { bigNumberTotal } from './big-number-total.ts';

const cases = buildQueryCases(/^big_number_total(?![\w-])/);

describe.skipIf(cases.length === 0)('[VIZ-12] query of big_number_total', () => {
  it.each(cases)('$id $name', ({ input, expected }) => {
    const { form_data: _echo, force, ...context } = bigNumberTotal.buildQuery(input.form_data, { ownState: input.own_state });
    expect(force).toBe(false);
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});
