import type { DatasetColumnInput, DatasetMetricInput } from '../../../../app/dataset/contract.ts';

/** One table of the example database and the dataset over it. */
export interface ExampleTable {
  readonly name: string;
  /** File of the npm package `vega-datasets`. */
  readonly file: string;
  readonly format: 'parquet' | 'csv' | 'json';
  /** SELECT over the file, which it finds under the name `source`; `file(name)` is the path of another file as an SQL literal. */
  select(file: (name: string) => string): string;
  readonly description: string;
  readonly mainTime?: string;
  readonly columns: Readonly<Record<string, DatasetColumnInput>>;
  readonly metrics: readonly DatasetMetricInput[];
}
