import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VectorResult } from '../../scripts/vectors/run-vectors.ts';
import { runVectors } from '../../scripts/vectors/run-vectors.ts';
import { RUNNERS } from '../../scripts/vectors/runners.ts';
import type { Vector } from '../../scripts/vectors/vector.ts';

const { vectors } = JSON.parse(readFileSync(new URL('../fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };
const categories = [...new Set(vectors.map(({ category }) => category))];

describe('the contract’s vectors', () => {
  let results: readonly VectorResult[];
  beforeAll(async () => {
    results = await runVectors(vectors, RUNNERS);
  }, 120_000);

  it('[contract] has a runner for every category', () => {
    expect(categories.toSorted()).toEqual(Object.keys(RUNNERS).toSorted());
  });

  it.each(categories)('[contract] %s', (category) => {
    const failed = results.filter(({ vector, status }) => vector.category === category && status === 'failed');
    expect(failed.map(({ vector, detail }) => `${vector.id}: ${detail}`)).toEqual([]);
  });

  it('[contract] skips only viz types, filter types and connectors that do not exist yet', () => {
    const reasons = results.filter(({ status }) => status === 'skipped').map(({ detail }) => detail);
    for (const reason of reasons) expect(reason).toMatch(/^the (?:viz|filter) type \S+ is not built yet$|^there is no connector for \w+ yet$/);
  });

  it('[contract] counts a wrong answer as a failure', async () => {
    const wrong = (category: string, change: object): Vector => ({ ...vectors.find((vector) => vector.category === category && !vector.upstream_defect)!, ...change });
    const changed = [
      wrong('filter_sql', { input: { filter: [{ col: 'qty', op: '>', val: 5 }] }, expected: { where: 'qty >= 5', rejected_filters: [] } }),
      wrong('filter_sql', { input: { filter: [{ col: 'qty', op: '>', val: 5 }] }, expected: { where: 'qty > 5', rejected_filters: ['qty'] } }),
      wrong('sql_generation', { input: { columns: ['region'], metrics: ['cnt'], row_limit: 5 }, expected: { sql: 'SELECT region AS region, COUNT(*) AS cnt FROM sales GROUP BY region LIMIT 6 OFFSET 0' } }),
      wrong('sql_generation', { input: { columns: ['region'], metrics: ['cnt'] }, expected: { sql: 'SELECT region AS region, COUNT(qty) AS cnt FROM sales GROUP BY region' } }),
      wrong('sql_generation', { input: { columns: ['region'], metrics: ['cnt'], orderby: [['cnt', false]] }, expected: { sql: 'SELECT region AS region, COUNT(*) AS cnt FROM sales GROUP BY region ORDER BY cnt ASC' } }),
      wrong('limit_sql', { input: 'select * from t', expected: { limited: 'SELECT * FROM t LIMIT 1000', previous_limit: null } }),
      wrong('jinja', { expected: { rendered: 'select 3', extra_cache_keys: [], applied_filters: [], removed_filters: [] } }),
    ];
    expect((await runVectors(changed, RUNNERS)).map(({ status }) => status)).toEqual(changed.map(() => 'failed'));
  });

  it('[contract] compares statements by their rows where the texts differ', async () => {
    const same: Vector = {
      id: 'same', category: 'sql_generation', options: { engine: 'sqlite' }, input: { columns: ['region'], metrics: ['cnt'], filter: [{ col: 'region', op: 'NOT IN', val: ['a'] }] },
      expected: { sql: "SELECT COUNT(*) AS cnt, region FROM sales WHERE region <> 'a' GROUP BY 2" },
    };
    expect((await runVectors([same], RUNNERS)).map(({ status }) => status)).toEqual(['passed']);
  });
});
