import type { Favourites } from './data/use-favourites.ts';
import type { ListDeclaration, ListRow, ListTools, RowAction } from './declaration.ts';
import type { ListState } from './state/list-state.ts';

/** What the table and the cards draw from. @internal */
export interface ListView<Row extends ListRow> {
  readonly declaration: ListDeclaration<Row>;
  /** Undefined while the first page is on its way. */
  readonly rows: readonly Row[] | undefined;
  readonly isStale: boolean;
  readonly state: ListState;
  readonly favourites: Favourites;
  readonly tools: ListTools;
  readonly rowActions: readonly RowAction<Row>[];
  /** Undefined unless rows are being selected. */
  readonly selection: ReadonlySet<number> | undefined;
  onSelect(ids: ReadonlySet<number>): void;
  onSort(column: string): void;
}

/** Adds or removes one id. Pure. @internal */
export function toggled(selection: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}
