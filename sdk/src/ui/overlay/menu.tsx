// The wrapper of the trigger has no box and only hears what bubbles up from it.
/* oxlint-disable jsx-a11y/no-static-element-interactions */
import { cloneElement, useEffect, useId, useRef } from 'react';
import type { HTMLAttributes, KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-paths.ts';
import { moveFocus } from './move-focus.ts';
import type { Placement } from './place-popup.ts';
import { usePopup } from './use-popup.ts';

/** @public */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  onSelect(): void;
}

/** @public */
export interface MenuProps {
  readonly label: string;
  /** A Button or IconButton. */
  readonly trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  /** A function is asked only while the menu is open: a page of a hundred menus then pays for none. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly placement?: Placement;
}

/** A menu of actions: arrow keys, Home, End, first letters, Enter, Escape. @public */
export function Menu({ label, trigger, items, placement = 'bottom-end' }: MenuProps): ReactNode {
  const { isOpen, open, close, anchorRef, popupRef } = usePopup<HTMLDivElement>({ placement });
  const id = useId();
  const startAtEnd = useRef(false);
  const entries = (): HTMLElement[] => [...(popupRef.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  useEffect(() => {
    if (!isOpen) return;
    const all = [...(popupRef.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    all.at(startAtEnd.current ? -1 : 0)?.focus();
    startAtEnd.current = false;
  }, [isOpen, popupRef]);

  const handleClick = (event: MouseEvent): void => {
    if (event.defaultPrevented) return;
    if (isOpen) close();
    else open();
  };
  const handleTriggerKey = (event: KeyboardEvent): void => {
    if (isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    startAtEnd.current = event.key === 'ArrowUp';
    open();
  };
  const handleMenuKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      event.stopPropagation();
      close();
    } else if (moveFocus(event, entries(), 'vertical') === undefined && event.key.length === 1 && event.key !== ' ') {
      const all = entries();
      const from = all.indexOf(document.activeElement as HTMLElement) + 1;
      const letter = event.key.toLocaleLowerCase();
      [...all.slice(from), ...all.slice(0, from)].find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(letter))?.focus();
    }
  };
  const handleSelect = (item: MenuItem): void => {
    if (item.disabled) return;
    close();
    item.onSelect();
  };
  return (
    <span className="o-anchor">
      <span className="o-anchor" ref={anchorRef} onClick={handleClick} onKeyDown={handleTriggerKey}>
        {cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined })}
      </span>
      {isOpen && (
        <div id={id} ref={popupRef} role="menu" aria-label={label} tabIndex={-1} className="o-popup o-menu" onKeyDown={handleMenuKey}>
          {(typeof items === 'function' ? items() : items).map((item) => (
            <button key={item.id} type="button" role="menuitem" tabIndex={-1} aria-disabled={item.disabled || undefined} className={cx('o-menu__item', item.danger && 'o-menu__item--danger')} onClick={() => handleSelect(item)}>
              {item.icon && <Icon name={item.icon} />}
              <span>{item.label}</span>
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
