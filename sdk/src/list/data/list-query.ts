import type { ListDeclaration, ListFilter, ListRow } from '../declaration.ts';
import type { FilterValue, ListState } from '../state/list-state.ts';

/** Rows per page (census LIST-00). @public */
export const PAGE_SIZE = 25;

/** One entry of `filters` of a list query. @public */
export interface QueryFilter {
  readonly col: string;
  readonly opr: string;
  readonly value: string | number | boolean;
}

function toQuery(filter: ListFilter, value: FilterValue): readonly QueryFilter[] {
  const entry = (opr: string, operand: string | number | boolean): QueryFilter => ({ col: filter.column, opr, value: operand });
  if (Array.isArray(value)) {
    const [from, to] = value as readonly [string | null, string | null];
    return [...(from ? [entry('gt', from)] : []), ...(to ? [entry('lt', to)] : [])];
  }
  if (typeof value === 'object') return [entry(filter.operator, (value as { value: string | number }).value)];
  if (filter.kind === 'boolean') return [entry(filter.operator, value === true || value === 'true')];
  return [entry(filter.operator, value as string | boolean)];
}

/** The `q` of a list for its state (contract §2.2). Pure. @public */
export function listQuery<Row extends ListRow>(declaration: Pick<ListDeclaration<Row>, 'filters' | 'selectColumns'>, state: ListState): Readonly<Record<string, unknown>> {
  const filters = declaration.filters.flatMap((filter) => {
    const value = state.filters[filter.id];
    return value === undefined ? [] : toQuery(filter, value);
  });
  return {
    ...(filters.length > 0 ? { filters } : {}),
    order_column: state.sortColumn,
    order_direction: state.sortOrder,
    page: state.pageIndex,
    page_size: PAGE_SIZE,
    select_columns: declaration.selectColumns,
    keys: ['none'],
  };
}
