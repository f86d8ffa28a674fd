import type { ReactNode } from 'react';
import { Checkbox, cx, Icon, IconButton, Skeleton, VisuallyHidden } from '@orrery/sdk/ui';
import { FavouriteStar } from '../cells/favourite-star.tsx';
import { PAGE_SIZE } from '../data/list-query.ts';
import type { ListColumn, ListRow } from '../declaration.ts';
import type { ListView } from '../list-view.ts';
import { toggled } from '../list-view.ts';
import { useListText } from '../texts.ts';

/** Order column of a list column; undefined when it cannot be sorted. Pure. */
function orderColumn<Row extends ListRow>(column: ListColumn<Row>): string | undefined {
  return column.sortable === true ? column.id : column.sortable || undefined;
}

/** The table mode. @internal */
export function ListTable<Row extends ListRow>({ view }: { readonly view: ListView<Row> }): ReactNode {
  const { declaration, rows, selection } = view;
  const t = useListText();
  const hasActions = view.rowActions.length > 0;
  const ids = rows?.map((row) => row.id) ?? [];
  const chosen = ids.filter((id) => selection?.has(id)).length;
  return (
    <div className="o-list__scroll">
      <table className="o-list__table" aria-busy={view.isStale || undefined}>
        <caption className="o-visually-hidden">{declaration.title}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="o-list__check">
                <Checkbox
                  label={t('bulk.all')}
                  hideLabel
                  checked={chosen > 0 && chosen === ids.length}
                  indeterminate={chosen > 0 && chosen < ids.length}
                  onChange={(isChecked) => view.onSelect(new Set(isChecked ? ids : []))}
                />
              </th>
            )}
            {declaration.hasFavourites && (
              <th scope="col" className="o-list__check">
                <VisuallyHidden>{t('column.favourite')}</VisuallyHidden>
              </th>
            )}
            {declaration.columns.map((column) => (
              <HeaderCell key={column.id} column={column} view={view} />
            ))}
            {hasActions && (
              <th scope="col" className="o-list__actions">
                {t('column.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <BodyRow key={row.id} row={row} view={view} />)
            : Array.from({ length: PAGE_SIZE }, (_, at) => (
                <tr key={at}>
                  {[...(declaration.hasFavourites ? ['star'] : []), ...declaration.columns.map((column) => column.id), ...(hasActions ? ['actions'] : [])].map((id) => (
                    <td key={id}>
                      <Skeleton width="60%" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row extends ListRow>({ column, view }: { readonly column: ListColumn<Row>; readonly view: ListView<Row> }): ReactNode {
  const t = useListText();
  const order = orderColumn(column);
  const isSorted = order !== undefined && view.state.sortColumn === order;
  const sort = isSorted ? (view.state.sortOrder === 'asc' ? 'ascending' : 'descending') : undefined;
  return (
    <th scope="col" aria-sort={sort} style={{ inlineSize: column.width }} className={cx(column.align === 'end' && 'o-list__end')}>
      {order === undefined ? (
        column.label
      ) : (
        <button type="button" className={cx('o-list__sort', isSorted && 'o-list__sort--on')} title={t('sort.by', { label: column.label })} onClick={() => view.onSort(order)}>
          {column.label}
          <Icon name={isSorted && view.state.sortOrder === 'asc' ? 'chevron-up' : 'chevron-down'} size={12} />
        </button>
      )}
    </th>
  );
}

function BodyRow<Row extends ListRow>({ row, view }: { readonly row: Row; readonly view: ListView<Row> }): ReactNode {
  const { declaration, selection, favourites } = view;
  const t = useListText();
  const name = declaration.name(row);
  const isSelected = selection?.has(row.id) ?? false;
  return (
    <tr className={cx(isSelected && 'o-list__row--selected')}>
      {selection && (
        <td className="o-list__check">
          <Checkbox label={t('bulk.row', { name })} hideLabel checked={isSelected} onChange={() => view.onSelect(toggled(selection, row.id))} />
        </td>
      )}
      {declaration.hasFavourites && (
        <td className="o-list__check">
          <FavouriteStar id={row.id} name={name} favourites={favourites} />
        </td>
      )}
      {declaration.columns.map((column) => {
        const className = cx(column.align === 'end' && 'o-list__end', column.isName && 'o-list__name');
        return column.isName ? (
          <th key={column.id} scope="row" className={className}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {column.cell(row)}
          </td>
        );
      })}
      {view.rowActions.length > 0 && (
        <td className="o-list__actions">
          {view.rowActions
            .filter((action) => action.isVisible?.(row) ?? true)
            .map((action) => (
              <IconButton key={action.id} size="small" icon={action.icon} label={`${action.label}: ${name}`} onClick={() => action.onSelect(row, view.tools)} />
            ))}
        </td>
      )}
    </tr>
  );
}
