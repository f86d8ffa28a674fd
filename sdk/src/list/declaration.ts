import type { ReactNode } from 'react';
import type { PluginContext } from '@orrery/sdk/web';
import type { IconName, SelectOption } from '@orrery/sdk/ui';

/** What every listed row has. @public */
export interface ListRow {
  readonly id: number;
}

/** @public */
export type SortOrder = 'asc' | 'desc';

/** @public */
export interface ListSort {
  /** An order column of the resource. */
  readonly column: string;
  readonly order: SortOrder;
}

/** A column of the table mode. @public */
export interface ListColumn<Row extends ListRow> {
  readonly id: string;
  readonly label: string;
  cell(row: Row): ReactNode;
  /** Sortable by the order column of this name; `true` means the column's own id. */
  readonly sortable?: boolean | string;
  /** CSS width. */
  readonly width?: string;
  readonly align?: 'start' | 'end';
  /** The cell names its row for assistive technology. */
  readonly isName?: boolean;
}

interface FilterBase {
  /** Key in the URL's `filters`. */
  readonly id: string;
  readonly label: string;
  /** Search column and operator of the resource (contract §2.3, §2.4). */
  readonly column: string;
  readonly operator: string;
}

/** A filter of the list. @public */
export type ListFilter = FilterBase &
  (
    | { readonly kind: 'search' }
    /** One of the given options, or of the column's distinct values. */
    | { readonly kind: 'select'; readonly options?: readonly SelectOption[] | ((ctx: PluginContext) => Promise<readonly SelectOption[]>) }
    /** One of `related/<column>`, or a row of another resource found by one of its text columns. */
    | { readonly kind: 'relation'; readonly related?: string; readonly from?: { readonly resource: string; readonly textColumn: string } }
    | { readonly kind: 'boolean'; readonly yesLabel?: string; readonly noLabel?: string }
    /** Sends `gt` and `lt`; the operator is ignored. */
    | { readonly kind: 'date-range' }
  );

/** What an action may do to the list it was started from. @public */
export interface ListTools {
  readonly ctx: PluginContext;
  /** Asks the server again. */
  refresh(): void;
  /** Ends bulk selection. */
  clearSelection(): void;
}

/** An action on one row. @public */
export interface RowAction<Row extends ListRow> {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  /** Name in `_info`, e.g. `can_write`; without it the action is not offered. */
  readonly permission?: string;
  isVisible?(row: Row): boolean;
  onSelect(row: Row, tools: ListTools): void;
}

/** An action on the selected rows. @public */
export interface BulkAction<Row extends ListRow> {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly permission?: string;
  onSelect(rows: readonly Row[], tools: ListTools): void | Promise<void>;
}

/** The content of a card. @public */
export interface ListCardContent {
  readonly title: string;
  /** Path under the application root. */
  readonly path: string;
  readonly icon: IconName;
  readonly description?: ReactNode;
  readonly badge?: ReactNode;
  readonly footer?: ReactNode;
}

/** Everything a list page is made of. Labels are final texts. @public */
export interface ListDeclaration<Row extends ListRow = ListRow> {
  /** REST resource, `dashboard` for `/api/v1/dashboard/`; also the name other plugins address the list by. */
  readonly resource: string;
  /** Heading and page title. */
  readonly title: string;
  /** How a row is called in questions and toasts. */
  name(row: Row): string;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly ListFilter[];
  readonly selectColumns: readonly string[];
  readonly defaultSort: ListSort;
  /** Makes the card mode available. */
  card?(row: Row): ListCardContent;
  /** Choices of the card mode's sort select. */
  readonly cardSorts?: readonly (ListSort & { readonly id: string; readonly label: string })[];
  readonly rowActions?: readonly RowAction<Row>[];
  readonly bulkActions?: readonly BulkAction<Row>[];
  /** Delete is offered to those with `can_write` unless this is false. */
  readonly hasDelete?: boolean;
  /** The resource serves `export/`; offered to those with `can_export`. */
  readonly hasExport?: boolean;
  /** Rows can be starred. */
  readonly hasFavourites?: boolean;
  readonly primaryAction?: { readonly label: string; readonly icon?: IconName; readonly permission?: string; onSelect(ctx: PluginContext): void };
  readonly emptyState?: { readonly title?: string; readonly description?: string; readonly icon?: IconName; readonly action?: ReactNode };
}
