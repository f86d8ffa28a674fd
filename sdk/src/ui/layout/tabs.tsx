import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { moveFocus } from '../overlay/move-focus.ts';

/** @public */
export interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Drawn while the tab is selected; leave it out to draw the panel yourself. */
  readonly content?: ReactNode;
}

/** @public */
export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly selected: string;
  onSelect(id: string): void;
  readonly className?: string;
}

/** Tabs with one stop for the Tab key; the arrow keys select. @public */
export function Tabs({ label, tabs, selected, onSelect, className }: TabsProps): ReactNode {
  const id = useId();
  const current = tabs.find((tab) => tab.id === selected) ?? tabs[0];
  const hasPanel = current?.content !== undefined;
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const moved = moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')], 'horizontal');
    const next = moved === undefined ? undefined : tabs[moved];
    if (next) onSelect(next.id);
  };
  return (
    <div className={cx('o-tabs', className)}>
      {/* The focus is on the tabs inside; the list only hears their keys. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div role="tablist" aria-label={label} className="o-tabs__list" onKeyDown={handleKeyDown}>
        {tabs.map((tab) => {
          const isSelected = tab === current;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={isSelected}
              aria-controls={isSelected && hasPanel ? `${id}-panel` : undefined}
              tabIndex={isSelected ? 0 : -1}
              className={cx('o-tab', isSelected && 'o-tab--selected')}
              onClick={() => onSelect(tab.id)}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {hasPanel && (
        // A panel may hold nothing focusable; then it is the stop itself.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.id}`} tabIndex={0} className="o-tabs__panel">
          {current.content}
        </div>
      )}
    </div>
  );
}
