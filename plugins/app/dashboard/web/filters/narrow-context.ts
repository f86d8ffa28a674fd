import type { AdhocFilter, ExtraFormData, QueryContext } from '@orrery/sdk';

/** A query for options under the filters its own filter depends on (contract §8.3, FILT-18). */
export function narrowContext(context: QueryContext, extra: ExtraFormData): QueryContext {
  if (Object.keys(extra).length === 0) return context;
  const where = (extra.adhoc_filters ?? []).flatMap(sqlOf);
  const queries = context.queries.map((query) => ({
    ...query,
    filters: [...(extra.filters ?? []), ...(query.filters ?? [])],
    ...(extra.time_range === undefined ? {} : { time_range: extra.time_range }),
    ...(extra.granularity_sqla === undefined ? {} : { granularity: extra.granularity_sqla }),
    ...(where.length === 0 ? {} : { extras: { ...query.extras, where: [query.extras?.where, ...where].filter(Boolean).join(' AND ') } }),
  }));
  return { ...context, queries, form_data: { ...context.form_data, extra_form_data: extra } };
}

function sqlOf({ expressionType, clause, sqlExpression }: AdhocFilter): readonly string[] {
  return expressionType === 'SQL' && clause === 'WHERE' && sqlExpression ? [`(${sqlExpression})`] : [];
}
