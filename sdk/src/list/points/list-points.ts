import type { ComponentType } from 'react';
import { createExtensionPoint } from '@orrery/sdk';
import type { ListRow, ListTools } from '../declaration.ts';

/** A column another plugin adds to a list. @public */
export interface ListColumnContribution {
  /** `<pluginId>.<name>` */
  readonly id: string;
  /** Resource of the list, e.g. `dashboard`. */
  readonly list: string;
  readonly label: string;
  /** Id of the column it follows; default: before the last modification. */
  readonly after?: string;
  /** Columns its cells read. */
  readonly selectColumns?: readonly string[];
  /** Order column of the resource. */
  readonly sortColumn?: string;
  readonly order?: number;
}
/** @public */
export interface ListColumnCode {
  Cell: ComponentType<{ readonly row: ListRow & Readonly<Record<string, unknown>> }>;
}
/** @public */
export const ListColumns = createExtensionPoint<ListColumnContribution, ListColumnCode>({ id: 'home.list-columns', version: 1 });

/** A filter another plugin adds to a list; it needs no code. @public */
export interface ListFilterContribution {
  readonly id: string;
  readonly list: string;
  readonly label: string;
  readonly kind: 'search' | 'select' | 'relation' | 'boolean' | 'date-range';
  readonly column: string;
  readonly operator: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly order?: number;
}
/** @public */
export const ListFilters = createExtensionPoint<ListFilterContribution>({ id: 'home.list-filters', version: 1 });

/** An action another plugin adds on the selected rows of a list. @public */
export interface ListBulkActionContribution {
  readonly id: string;
  readonly list: string;
  readonly label: string;
  readonly icon?: string;
  readonly danger?: boolean;
  /** Name in the resource's `_info`, e.g. `can_write`. */
  readonly permission?: string;
  readonly order?: number;
}
/** @public */
export interface ListBulkActionCode {
  run(rows: readonly (ListRow & Readonly<Record<string, unknown>>)[], tools: Pick<ListTools, 'refresh' | 'clearSelection'>): void | Promise<void>;
}
/** @public */
export const ListBulkActions = createExtensionPoint<ListBulkActionContribution, ListBulkActionCode>({ id: 'home.list-bulk-actions', version: 1 });
