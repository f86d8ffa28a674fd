/** A native filter of an example dashboard. */
export interface ExampleFilter {
  readonly key: string;
  readonly name: string;
  readonly description?: string;
  readonly type: 'filter_select' | 'filter_time';
  /** Table and column; none for a time range. */
  readonly target?: { readonly table: string; readonly column: string };
  /** Key of the filter this one's choices depend on. */
  readonly parent?: string;
  /** Keys of the charts it does not reach. */
  readonly excluded?: readonly string[];
}

/** A cell of a row: a chart, a text, or a column of both. Widths are twelfths, heights 8 px. */
export type ExampleCell =
  | { readonly chart: string; readonly width: number; readonly height: number }
  | { readonly markdown: string; readonly width: number; readonly height: number }
  | { readonly column: readonly ExampleCell[]; readonly width: number };

/** A tab of rows. */
export interface ExampleTab {
  readonly title: string;
  readonly rows: readonly (readonly ExampleCell[])[];
}

/** A dashboard of the examples: tabs when there are several, else the rows alone. */
export interface ExampleDashboard {
  readonly key: string;
  readonly title: string;
  readonly slug: string;
  readonly tabs: readonly ExampleTab[];
  readonly filters: readonly ExampleFilter[];
}
