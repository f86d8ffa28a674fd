import type { AdhocMetric, Dimension, JsonObject, Metric, PostProcessingStep, QueryFilter, ResultFormat, ResultType } from '@orrery/sdk';

/** A query of a context after validation: every default filled in, old names translated. */
export interface ValidQuery {
  readonly resultType: ResultType;
  readonly columns: readonly Dimension[];
  /** null: raw rows. */
  readonly metrics: readonly Metric[] | null;
  readonly filters: readonly QueryFilter[];
  readonly where: string;
  readonly having: string;
  readonly timeGrain: string | null;
  readonly relativeStart: string | undefined;
  readonly relativeEnd: string | undefined;
  readonly instantComparison: string | undefined;
  readonly granularity: string | null;
  readonly timeRange: string | null;
  readonly timeShift: string | null;
  readonly timeOffsets: readonly string[];
  readonly isTimeseries: boolean;
  readonly orderby: readonly (readonly [Dimension | Metric, boolean])[];
  readonly orderDesc: boolean;
  readonly rowLimit: number | null;
  readonly rowOffset: number;
  readonly seriesColumns: readonly Dimension[];
  readonly seriesLimit: number;
  readonly seriesLimitMetric: Metric | null;
  readonly groupOthers: boolean;
  readonly isRowcount: boolean;
  readonly applyFetchValuesPredicate: boolean;
  readonly postProcessing: readonly PostProcessingStep[];
  readonly appliedTimeExtras: Readonly<Record<string, string>>;
  /** Parameters of the page's address, for templates. */
  readonly urlParams: JsonObject;
  /** Set when the query reads another dataset than its context. */
  readonly datasource?: DatasourceRef;
}

/** What a query reads: its id or uuid, and what kind of thing that is. */
export interface DatasourceRef {
  readonly id: number | string;
  readonly type: string;
}

/** A whole context after validation. */
export interface ValidContext {
  readonly datasource: DatasourceRef;
  readonly force: boolean;
  readonly format: ResultFormat;
  readonly customCacheTimeout: number | null;
  readonly formData: JsonObject;
  readonly queries: readonly ValidQuery[];
}

/** Label of a dimension as the answer names it. */
export function dimensionLabel(dimension: Dimension): string {
  return typeof dimension === 'string' ? dimension : (dimension.label ?? dimension.sqlExpression);
}

/** Label of a metric as the answer names it. */
export function metricLabel(metric: Metric): string {
  if (typeof metric === 'string') return metric;
  if (metric.label) return metric.label;
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? '';
  return `${metric.aggregate ?? ''}(${metric.column?.column_name ?? ''})`;
}

/** Tells metrics from dimensions in lists that hold both. */
export function isAdhocMetric(value: Dimension | Metric): value is AdhocMetric {
  return typeof value === 'object' && (value.expressionType === 'SIMPLE' || 'aggregate' in value || 'optionName' in value || 'hasCustomLabel' in value);
}
