import type { ValidQuery } from '../context/query-plan.ts';
import type { RawItem } from '../result/raw-item.ts';

/** The totals query of percent metrics runs first; its row feeds every contribution step (contract §3.10). */
export async function withTotals(queries: readonly ValidQuery[], runOne: (query: ValidQuery) => Promise<RawItem>): Promise<readonly ValidQuery[]> {
  const usesContribution = (query: ValidQuery): boolean => query.postProcessing.some(({ operation }) => operation === 'contribution');
  const totals = queries.find((query) => query.columns.length === 0 && (query.metrics?.length ?? 0) > 0 && query.postProcessing.length === 0 && !query.isRowcount);
  if (!totals || !queries.some(usesContribution)) return queries;
  const { data } = await runOne({ ...totals, rowLimit: null, rowOffset: 0, resultType: 'full' });
  const [row] = JSON.parse(data.toString('utf8')) as Readonly<Record<string, unknown>>[];
  // All numbers of the row, also those of its time comparisons.
  const sums = Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => typeof value === 'number'));
  return queries.map((query) => ({
    ...query,
    postProcessing: query.postProcessing.map((step) => (step.operation === 'contribution' ? { ...step, options: { ...step.options, contribution_totals: sums } } : step)),
  }));
}
