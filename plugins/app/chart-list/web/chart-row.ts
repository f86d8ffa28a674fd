import type { ListRow, Person } from '@orrery/sdk/list';

/** A chart as the list asks for it. */
export interface ChartRow extends ListRow {
  readonly slice_name: string;
  readonly url: string;
  readonly description: string | null;
  readonly viz_type: string;
  readonly datasource_name_text: string | null;
  readonly datasource_url: string | null;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly dashboards: readonly { readonly id: number; readonly dashboard_title: string }[];
  readonly owners: readonly Person[];
  readonly changed_by: Person | null;
  readonly changed_on_utc: string;
}

/** `select_columns` of {@link ChartRow}. */
export const CHART_COLUMNS: readonly string[] = [
  'id',
  'slice_name',
  'url',
  'description',
  'viz_type',
  'datasource_name_text',
  'datasource_url',
  'certified_by',
  'certification_details',
  'dashboards.id',
  'dashboards.dashboard_title',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_utc',
];
