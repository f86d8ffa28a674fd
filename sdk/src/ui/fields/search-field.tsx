import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Icon } from '../icons/icon.tsx';
import { useUiText } from '../texts/ui-texts.ts';

/** @public */
export interface SearchFieldProps {
  /** Name for assistive technology; drawn as placeholder unless there is one. */
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly className?: string;
}

/** A search input; Escape and the cross clear it. @public */
export function SearchField({ label, value, onChange, placeholder = label, autoFocus, className }: SearchFieldProps): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const text = useUiText();
  const clear = (): void => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={cx('o-search', className)}>
      <label htmlFor={id} className="o-visually-hidden">
        {label}
      </label>
      <Icon name="search" className="o-search__icon" />
      <input
        id={id}
        ref={input}
        type="search"
        className="o-input o-search__input"
        placeholder={placeholder}
        value={value}
        // The caller asks for it where searching is what one came for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          clear();
        }}
      />
      {value !== '' && <IconButton icon="close" size="small" label={text('clear')} className="o-search__clear" onClick={clear} />}
    </div>
  );
}
