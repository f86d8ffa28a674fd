import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FormData, JsonObject, QueryContext } from '@orrery/sdk';
import { describe, expect, it } from 'vitest';
import { bigNumberTotal } from './big-number-total.ts';

interface Vector {
  readonly id: string;
  readonly name: string;
  readonly input: { readonly form_data: FormData; readonly own_state?: JsonObject };
  readonly expected: Pick<QueryContext, 'datasource' | 'queries' | 'result_format' | 'result_type'>;
}

/** Vectors of the contract lie beside the repository when they are there at all. */
function findVectors(): readonly Vector[] {
  for (let folder = process.cwd(), depth = 0; depth < 4; depth += 1, folder = dirname(folder)) {
    const file = join(folder, 'shared', 'spec', 'contract-vectors.json');
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors;
  }
  return [];
}

const all = findVectors();
const cases = all.filter(({ id, name }) => id.startsWith('build_query-') && /^big_number_total(?![\w-])/.test(name));
if (all.length === 0) console.info('Skipped: the contract vectors are not here.');

describe.skipIf(all.length === 0)('[VIZ-12] query of big_number_total', () => {
  it.each(cases)('$id $name', ({ input, expected }) => {
    const { form_data: _echo, force, ...context } = bigNumberTotal.buildQuery(input.form_data, { ownState: input.own_state });
    expect(force).toBe(false);
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});
