import type { JsonObject } from '../json.ts';

/** Generic column types of the wire: 0 numeric, 1 string, 2 temporal, 3 boolean (census GEN-04). @public */
export const GenericType = { Numeric: 0, String: 1, Temporal: 2, Boolean: 3 } as const;
/** @public */
export type GenericType = (typeof GenericType)[keyof typeof GenericType];

/** @public */
export type Aggregate = 'AVG' | 'COUNT' | 'COUNT_DISTINCT' | 'MAX' | 'MIN' | 'SUM';

/** A metric built by hand; a saved metric is its name. @public */
export interface AdhocMetric {
  readonly expressionType: 'SIMPLE' | 'SQL';
  readonly aggregate?: Aggregate | null;
  readonly column?: { readonly column_name: string; readonly [key: string]: unknown } | null;
  readonly sqlExpression?: string | null;
  readonly label?: string;
  readonly hasCustomLabel?: boolean;
  readonly optionName?: string;
  readonly [key: string]: unknown;
}
/** @public */
export type Metric = string | AdhocMetric;

/** A dimension built by hand, or the x axis with its grain. @public */
export interface AdhocColumn {
  readonly label?: string;
  readonly sqlExpression: string;
  readonly expressionType: 'SQL';
  readonly columnType?: 'BASE_AXIS';
  readonly timeGrain?: string | null;
  readonly isColumnReference?: boolean;
  readonly [key: string]: unknown;
}
/** @public */
export type Dimension = string | AdhocColumn;

/** @public */
export type FilterOperator =
  | '==' | '!=' | '>' | '<' | '>=' | '<=' | 'LIKE' | 'NOT LIKE' | 'ILIKE' | 'IS NULL' | 'IS NOT NULL'
  | 'IN' | 'NOT IN' | 'IS TRUE' | 'IS FALSE' | 'TEMPORAL_RANGE';

/** @public */
export type FilterValue = string | number | boolean | null;

/** @public */
export interface AdhocFilter {
  readonly expressionType: 'SIMPLE' | 'SQL';
  readonly clause: 'WHERE' | 'HAVING';
  readonly subject?: string | null;
  readonly operator?: FilterOperator | null;
  readonly comparator?: FilterValue | readonly FilterValue[] | null;
  readonly sqlExpression?: string | null;
  readonly isExtra?: boolean;
  readonly filterOptionName?: string;
  readonly [key: string]: unknown;
}

/** The settings of one chart, as saved in `params`. Controls own their keys; these are the shared ones. @public */
export interface FormData {
  /** `<id>__table` */
  readonly datasource: string;
  readonly viz_type: string;
  readonly slice_id?: number;
  readonly [control: string]: unknown;
}

/** What filters add to a chart's query (contract §8.1). @public */
export interface ExtraFormData {
  readonly filters?: readonly QueryFilter[];
  readonly adhoc_filters?: readonly AdhocFilter[];
  readonly time_range?: string;
  readonly granularity_sqla?: string;
  readonly granularity?: string;
  readonly time_grain_sqla?: string;
  readonly time_column?: string;
  readonly time_grain?: string;
  readonly time_compare?: readonly string[];
  readonly relative_start?: string;
  readonly relative_end?: string;
  readonly custom_form_data?: JsonObject;
  readonly [key: string]: unknown;
}

/** @public */
export interface QueryFilter {
  readonly col: Dimension;
  readonly op: FilterOperator | string;
  readonly val?: FilterValue | readonly FilterValue[];
  readonly grain?: string;
  readonly isExtra?: boolean;
}

/** What a filter or a cross-filtering chart says to the rest of the dashboard (contract §8.4). @public */
export interface DataMask {
  readonly id?: string;
  readonly extraFormData?: ExtraFormData;
  readonly filterState?: { readonly value?: unknown; readonly label?: string; readonly [key: string]: unknown };
  readonly ownState?: JsonObject;
}
