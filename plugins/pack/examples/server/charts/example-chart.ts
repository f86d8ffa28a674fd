/** A chart of the examples; `key` names it in dashboards and makes its uuid. */
export interface ExampleChart {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  /** Name of an example table. */
  readonly table: string;
  readonly vizType: 'table' | 'big_number_total' | 'big_number' | 'echarts_timeseries_line' | 'echarts_timeseries_bar' | 'pie';
  /** Controls; the datasource is added when the dataset's id is known. */
  readonly controls: Readonly<Record<string, unknown>>;
}
