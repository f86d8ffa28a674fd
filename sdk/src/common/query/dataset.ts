import type { GenericType } from './form-data.ts';

/** A column of a dataset as charts and Explore see it (contract §1.2.1). @public */
export interface DatasetColumn {
  readonly id: number;
  readonly uuid?: string;
  readonly column_name: string;
  readonly verbose_name?: string | null;
  readonly description?: string | null;
  readonly expression?: string | null;
  readonly filterable: boolean;
  readonly groupby: boolean;
  readonly is_dttm: boolean;
  readonly type: string | null;
  readonly type_generic: GenericType;
  /** The advanced data type its values are of, such as `cidr`. */
  readonly advanced_data_type?: string | null;
  readonly python_date_format?: string | null;
  readonly is_certified?: boolean;
  readonly certified_by?: string | null;
  readonly warning_markdown?: string | null;
}

/** @public */
export interface DatasetMetric {
  readonly id: number;
  readonly uuid?: string;
  readonly metric_name: string;
  readonly verbose_name?: string | null;
  readonly description?: string | null;
  readonly expression: string;
  readonly d3format?: string | null;
  readonly currency?: { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' } | null;
  readonly warning_text?: string | null;
}

/** The dataset object of explore and dashboard answers. @public */
export interface Dataset {
  readonly id: number;
  /** `<id>__table` */
  readonly uid: string;
  readonly type: 'table';
  readonly name: string;
  readonly datasource_name: string;
  readonly table_name: string;
  readonly description?: string | null;
  readonly database: { readonly id: number; readonly name: string; readonly backend: string };
  readonly schema?: string | null;
  readonly catalog?: string | null;
  readonly sql?: string | null;
  readonly main_dttm_col?: string | null;
  readonly columns: readonly DatasetColumn[];
  readonly metrics: readonly DatasetMetric[];
  readonly verbose_map: Readonly<Record<string, string>>;
  readonly column_formats: Readonly<Record<string, string | null>>;
  readonly granularity_sqla: readonly (readonly [string, string])[];
  readonly time_grain_sqla: readonly (readonly [string, string])[];
  readonly order_by_choices?: readonly (readonly [string, string])[];
  readonly [key: string]: unknown;
}
