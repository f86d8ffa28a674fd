import { describe, expect, it } from 'vitest';
import { buildQueryCases } from '../../../../tests/fixtures/build-query-cases.ts';
import { pie } from './pie.ts';

const cases = buildQueryCases(/^pie(?![\w-])/);

describe.skipIf(cases.length === 0)('[VIZ-15] query of pie', () => {
  it.each(cases)('$id $name', ({ input, expected }) => {
    const { form_data: _echo, force, ...context } = pie.buildQuery(input.form_data, { ownState: input.own_state });
    expect(force).toBe(false);
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});
