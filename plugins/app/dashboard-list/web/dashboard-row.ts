import type { ListRow, Person } from '@orrery/sdk/list';

/** A dashboard as the list asks for it. */
export interface DashboardRow extends ListRow {
  readonly dashboard_title: string;
  readonly slug: string | null;
  readonly url: string;
  readonly published: boolean;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly owners: readonly Person[];
  readonly changed_by: Person | null;
  readonly changed_on_utc: string;
}

/** `select_columns` of {@link DashboardRow}. */
export const DASHBOARD_COLUMNS: readonly string[] = [
  'id',
  'dashboard_title',
  'slug',
  'url',
  'published',
  'certified_by',
  'certification_details',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_utc',
];
