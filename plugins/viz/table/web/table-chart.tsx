import type { FilterValue } from '@orrery/sdk';
import { useChartFont } from '@orrery/sdk/chart';
import { useT } from '@orrery/sdk/web';
import type { ChartComponentProps } from '@orrery/sdk/viz';
import { useMemo, useState } from 'react';
import type { CSSProperties } from 'react';
import { filterRows, sortRows } from './arrange-rows.ts';
import type { Sort } from './arrange-rows.ts';
import { columnWidths } from './column-widths.ts';
import { Pager } from './pager.tsx';
import type { TableColumn, TableProps } from './table.ts';
import { tableMask } from './table-mask.ts';
import type { TableOwnState } from './table-query.ts';
import { useRowWindow } from './use-row-window.ts';

const BAR_TOOLBAR = 36;
const PAGER = 36;
/** Room a scroll bar may take from the table. */
const SCROLLBAR = 10;

/** A table that sorts, searches and pages here, or asks the server to when it holds only a page. */
export function TableChart(props: ChartComponentProps<TableProps>) {
  const { columns, rows, totals, pageSize, hasSearch, serverRowCount, ownState, selected, width, height, hooks } = props;
  const t = useT();
  const isServer = serverRowCount !== undefined;
  const [localSort, setLocalSort] = useState<Sort>();
  const [localPage, setLocalPage] = useState(0);
  const [search, setSearch] = useState('');
  const serverSort = ownState.sortBy?.[0];
  const sort: Sort | undefined = isServer ? (serverSort ? { key: serverSort.key, descending: serverSort.desc ?? false } : undefined) : localSort;
  const arranged = useMemo(() => (isServer ? rows : sortRows(filterRows(rows, columns, search), localSort)), [isServer, rows, columns, search, localSort]);
  const count = serverRowCount ?? arranged.length;
  const pages = pageSize > 0 ? Math.max(1, Math.ceil(count / pageSize)) : 1;
  const page = Math.min(isServer ? (ownState.currentPage ?? 0) : localPage, pages - 1);
  const shown = isServer || pageSize === 0 ? arranged : arranged.slice(page * pageSize, (page + 1) * pageSize);
  const bodyHeight = Math.max(60, height - (hasSearch ? BAR_TOOLBAR : 0) - (pages > 1 ? PAGER : 0));
  const { first, last, rowHeight, onScroll } = useRowWindow(shown.length, bodyHeight);

  const { font } = useChartFont();
  const widths = useMemo(() => columnWidths(columns, rows, totals, width - SCROLLBAR, font), [columns, rows, totals, width, font]);
  const tableWidth = widths.reduce((sum, columnWidth) => sum + columnWidth, 0);

  const setOwnState = (change: TableOwnState): void => hooks.setDataMask?.({ ownState: { ...ownState, ...change } });
  const changeSort = (key: string): void => {
    const next: Sort | undefined = sort?.key !== key ? { key, descending: false } : sort.descending ? undefined : { key, descending: true };
    if (isServer) setOwnState({ sortBy: next ? [{ key, desc: next.descending }] : [], currentPage: 0 });
    else setLocalSort(next);
  };
  const toggle = (column: TableColumn, value: FilterValue): void => hooks.setDataMask?.(tableMask(selected, column.key, value));
  return (
    <div className="viz-table-box" style={{ width, height }}>
      {hasSearch ? (
        <input className="viz-table-search" type="search" aria-label={t('search')} placeholder={t('search')} value={isServer ? (ownState.searchText ?? '') : search} onChange={(event) => {
          if (isServer) setOwnState({ searchText: event.target.value, searchColumn: columns.find((column) => !column.isMetric)?.key, currentPage: 0 });
          else setSearch(event.target.value);
        }} />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="viz-table-scroll" style={{ height: bodyHeight }} onScroll={onScroll} tabIndex={0} role="region" aria-label={t('name')}>
        <table style={{ inlineSize: tableWidth }}>
          <colgroup>
            {widths.map((columnWidth, at) => (
              <col key={columns[at]?.key} style={{ inlineSize: columnWidth }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" aria-sort={sort?.key !== column.key ? 'none' : sort.descending ? 'descending' : 'ascending'} style={{ textAlign: column.align }}>
                  <button type="button" title={column.label} onClick={() => changeSort(column.key)}>
                    {column.label}
                    <span aria-hidden="true">{sort?.key === column.key ? (sort.descending ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 ? <tr style={{ height: first * rowHeight }} /> : null}
            {shown.slice(first, last).map((row, at) => (
              <tr key={first + at}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} value={row[column.key] ?? null} isSelected={(selected[column.key] ?? []).includes(row[column.key] ?? null)} onToggle={column.emits && hooks.setDataMask ? toggle : undefined} />
                ))}
              </tr>
            ))}
            {last < shown.length ? <tr style={{ height: (shown.length - last) * rowHeight }} /> : null}
          </tbody>
          {totals ? (
            <tfoot>
              <tr>
                {columns.map((column, at) => (
                  <td key={column.key} style={{ textAlign: column.align }}>{column.isMetric ? column.format(totals[column.key]) : at === 0 ? t('summary') : ''}</td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
        {shown.length === 0 ? <p className="viz-table-empty">{t('empty')}</p> : null}
      </div>
      {pages > 1 ? <Pager page={page} pages={pages} rows={count} onPage={(next) => (isServer ? setOwnState({ currentPage: next }) : setLocalPage(next))} /> : null}
    </div>
  );
}

/** A text this long may be cut. */
const LONG = 12;

interface CellProps {
  readonly column: TableColumn;
  readonly value: FilterValue;
  readonly isSelected: boolean;
  readonly onToggle?: (column: TableColumn, value: FilterValue) => void;
}

function Cell({ column, value, isSelected, onToggle }: CellProps) {
  const text = column.format(value);
  const style: CSSProperties = { textAlign: column.align, backgroundColor: column.color(value), ...barStyle(column, value) };
  return (
    <td style={style} className={isSelected ? 'viz-table-selected' : undefined} title={column.isMetric || text.length < LONG ? undefined : text}>
      {onToggle ? <button type="button" className="viz-table-value" aria-pressed={isSelected} onClick={() => onToggle(column, value)}>{text || '∅'}</button> : column.isMetric ? <bdi>{text}</bdi> : text}
    </td>
  );
}

/** A bar behind the number, as long as the value is large within its column. */
function barStyle(column: TableColumn, value: FilterValue): CSSProperties {
  if (column.barExtent === 0 || typeof value !== 'number') return {};
  const share = (Math.abs(value) / column.barExtent) * (column.alignZero ? 50 : 100);
  const start = column.alignZero ? (value >= 0 ? 50 : 50 - share) : 0;
  const color = column.colorSigns ? (value >= 0 ? 'var(--orrery-color-success)' : 'var(--orrery-color-danger)') : 'var(--orrery-color-accent)';
  const tint = `color-mix(in srgb, ${color} 14%, transparent)`;
  return { backgroundImage: `linear-gradient(to var(--viz-table-end), transparent ${start}%, ${tint} ${start}%, ${tint} ${start + share}%, transparent ${start + share}%)` };
}
