/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icons/icon.tsx';
import type { OptionRow } from './option-rows.ts';
import { scrollToRow, windowRows } from './window-rows.ts';

const MAX_HEIGHT = 320;
/** Up to here all rows are drawn (seed: select options are virtual above 20). */
const DRAW_ALL = 20;

/** The list of a combobox: rows of equal height, only the visible ones drawn when there are many. @internal */
export function OptionList(props: {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly OptionRow[];
  readonly active: number;
  readonly selected: ReadonlySet<string>;
  readonly multiple: boolean;
  onPick(row: OptionRow): void;
  onHover(index: number): void;
}): ReactNode {
  const { id, label, rows, active, selected, multiple, onPick, onHover } = props;
  const list = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const isCoarse = window.matchMedia('(pointer: coarse)').matches;
  const rowHeight = rows.some((row) => row.description) ? 52 : isCoarse ? 44 : 32;
  const viewHeight = Math.min(MAX_HEIGHT, rows.length * rowHeight);
  const { start, end } = rows.length <= DRAW_ALL ? { start: 0, end: rows.length } : windowRows(rows.length, rowHeight, scrollTop, viewHeight);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element || active < 0) return;
    const top = scrollToRow(active, rowHeight, element.scrollTop, viewHeight);
    if (top === element.scrollTop) return;
    element.scrollTop = top;
    setScrollTop(top);
  }, [active, rowHeight, viewHeight]);

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      tabIndex={-1}
      className="o-options"
      style={{ blockSize: viewHeight }}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      // Keeps the focus in the input.
      onPointerDown={(event) => event.preventDefault()}
    >
      <div role="presentation" style={{ blockSize: rows.length * rowHeight, paddingBlockStart: start * rowHeight, boxSizing: 'border-box' }}>
        {rows.slice(start, end).map((row, offset) => {
          const index = start + offset;
          const isSelected = row.kind === 'option' && selected.has(row.value);
          return (
            // Keys go to the input, which points here by aria-activedescendant.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={`${row.kind}:${row.value}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isSelected}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={cx('o-option', index === active && 'o-option--active', row.kind !== 'option' && 'o-option--action')}
              style={{ blockSize: rowHeight }}
              onClick={() => onPick(row)}
              onPointerMove={() => index !== active && onHover(index)}
            >
              {row.icon && <Icon name={row.icon} />}
              <span className="o-option__text">
                <span className="o-option__label">{row.label}</span>
                {row.description && <span className="o-option__description">{row.description}</span>}
              </span>
              {isSelected && <Icon name="check" className="o-option__check" />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
