import type { JsonObject } from '../json.ts';
import type { Dimension, FormData, GenericType, Metric, QueryFilter } from './form-data.ts';

/** @public */
export type ResultType = 'full' | 'results' | 'query' | 'samples' | 'columns' | 'timegrains' | 'post_processed' | 'drill_detail';
/** @public */
export type ResultFormat = 'json' | 'csv' | 'xlsx';

/** @public */
export interface PostProcessingStep {
  readonly operation: string;
  readonly options?: JsonObject;
}

/** One query of a context (contract §3.2). @public */
export interface QueryObject {
  readonly columns?: readonly Dimension[];
  /** null or absent: raw rows; `[]`: distinct dimensions. */
  readonly metrics?: readonly Metric[] | null;
  readonly filters?: readonly QueryFilter[];
  readonly extras?: {
    readonly where?: string;
    readonly having?: string;
    readonly time_grain_sqla?: string | null;
    readonly relative_start?: string;
    readonly relative_end?: string;
    readonly [key: string]: unknown;
  };
  readonly granularity?: string | null;
  readonly time_range?: string | null;
  readonly time_shift?: string | null;
  readonly time_offsets?: readonly string[];
  readonly is_timeseries?: boolean;
  readonly orderby?: readonly (readonly [Dimension | Metric, boolean])[];
  readonly order_desc?: boolean;
  readonly row_limit?: number | null;
  readonly row_offset?: number;
  readonly series_columns?: readonly Dimension[];
  readonly series_limit?: number;
  readonly series_limit_metric?: Metric | null;
  readonly group_others_when_limit_reached?: boolean;
  readonly is_rowcount?: boolean;
  readonly apply_fetch_values_predicate?: boolean;
  readonly post_processing?: readonly (PostProcessingStep | null | undefined)[];
  readonly annotation_layers?: readonly JsonObject[];
  readonly applied_time_extras?: Readonly<Record<string, string>>;
  readonly url_params?: Readonly<Record<string, string>>;
  readonly result_type?: ResultType;
  readonly [key: string]: unknown;
}

/** The body of `POST /api/v1/chart/data` (contract §3.1). @public */
export interface QueryContext {
  readonly datasource: { readonly id: number | string; readonly type: string };
  readonly force?: boolean;
  readonly result_type?: ResultType;
  readonly result_format?: ResultFormat;
  readonly custom_cache_timeout?: number | null;
  readonly form_data?: Partial<FormData> & JsonObject;
  readonly queries: readonly QueryObject[];
}

/** A row of an answer: label → value; temporal values are epoch milliseconds, UTC. @public */
export type DataRow = Readonly<Record<string, string | number | boolean | null>>;

/** One item of the answer (contract §3.5). @public */
export interface ChartDataResult {
  readonly data: readonly DataRow[];
  readonly colnames: readonly string[];
  readonly coltypes: readonly GenericType[];
  readonly indexnames?: readonly unknown[];
  readonly rowcount: number;
  readonly sql_rowcount?: number;
  readonly label_map?: Readonly<Record<string, readonly string[]>>;
  readonly query?: string;
  readonly status?: string;
  readonly error?: string | null;
  readonly is_cached?: boolean;
  readonly cached_dttm?: string | null;
  readonly cache_key?: string | null;
  readonly from_dttm?: number | null;
  readonly to_dttm?: number | null;
  readonly applied_filters?: readonly { readonly column: string }[];
  readonly rejected_filters?: readonly { readonly column: string; readonly reason: string }[];
  readonly annotation_data?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}
