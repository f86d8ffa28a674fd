import type { Metric, QueryObject } from '@orrery/sdk';

/** Makes sure a query with a limit has an order (VQ-9). @public */
export function normalizeOrderBy(query: QueryObject): QueryObject {
  const first = query.orderby?.[0];
  if (Array.isArray(first) && first.length === 2 && first[0] && typeof first[1] === 'boolean') return query;
  const by = query.series_limit_metric || (query['legacy_order_by'] as Metric | undefined) || query.metrics?.[0];
  return { ...query, orderby: by ? [[by, !query.order_desc]] : undefined };
}
