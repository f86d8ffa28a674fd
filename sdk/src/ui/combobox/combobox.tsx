import { useEffect, useId, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { Tag } from '../feedback/tag.tsx';
import { Icon } from '../icons/icon.tsx';
import { usePopup } from '../overlay/use-popup.ts';
import { useUiText } from '../texts/ui-texts.ts';
import { OptionList } from './option-list.tsx';
import type { ComboboxOption, OptionRow } from './option-rows.ts';
import { optionRows } from './option-rows.ts';

/** @public */
export interface ComboboxProps {
  readonly label: string;
  readonly value: readonly string[] | string | null;
  readonly options: readonly ComboboxOption[];
  /** An array when `multiple`, else a value or null. */
  onChange(value: string[] | string | null): void;
  readonly multiple?: boolean;
  /** Lets people use what they typed. */
  readonly creatable?: boolean;
  /** The owner filters, 250 ms after the last key; without it the options are filtered here. */
  onSearch?(text: string): void;
  readonly isLoading?: boolean;
  readonly placeholder?: string;
  readonly clearable?: boolean;
  readonly hideLabel?: boolean;
  /** Id of an element that labels it; then `label` is not drawn. */
  readonly labelId?: string;
  readonly error?: string;
  readonly description?: ReactNode;
  readonly disabled?: boolean;
  readonly className?: string;
}

const SEARCH_DELAY_MS = 250;
const MAX_TAGS = 4;

/** Choose one or several of many by typing (census UI-05): keyboard complete, virtual above 20 options, tags collapse above 4. @public */
export function Combobox(props: ComboboxProps): ReactNode {
  const { label, value, options, onChange, multiple = false, creatable = false, onSearch, isLoading, placeholder, clearable, hideLabel, labelId, error, description, disabled, className } = props;
  const id = useId();
  const text = useUiText();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isOpen, open: openPopup, close: closePopup, anchorRef, popupRef } = usePopup<HTMLDivElement>({ matchWidth: true });
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  useEffect(() => () => clearTimeout(timer.current), []);

  const values: readonly string[] = value === null ? [] : typeof value === 'string' ? [value] : value;
  const labelOf = (item: string): string => options.find((option) => option.value === item)?.label ?? item;
  const single = !multiple && values[0] !== undefined ? labelOf(values[0]) : '';
  const rows = isOpen
    ? optionRows({
        options,
        text: typed,
        isFiltered: !onSearch,
        creatable,
        offersAll: multiple && !onSearch,
        createLabel: (typedText) => text('create', { text: typedText }),
        allLabel: (count) => text('selectAll', { count }),
      })
    : [];

  const search = (next: string): void => {
    setTyped(next);
    if (!onSearch) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next), SEARCH_DELAY_MS);
  };
  const open = (): void => {
    if (disabled || isOpen) return;
    setActive(multiple ? -1 : options.findIndex((option) => option.value === values[0]));
    openPopup();
  };
  const close = (): void => {
    closePopup();
    setActive(-1);
    if (typed !== '') search('');
  };
  const add = (more: readonly string[]): void => onChange([...new Set([...values, ...more])]);
  const pick = (row: OptionRow): void => {
    if (row.kind === 'all') {
      const listed = rows.filter((item) => item.kind === 'option').map((item) => item.value);
      if (listed.every((item) => values.includes(item))) onChange(values.filter((item) => !listed.includes(item)));
      else add(listed);
    } else if (!multiple) {
      onChange(row.value);
      close();
    } else {
      if (values.includes(row.value)) onChange(values.filter((item) => item !== row.value));
      else add([row.value]);
      if (typed !== '') search('');
    }
    input.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      if (rows.length > 0) setActive(key === 'ArrowDown' ? (active + 1) % rows.length : active <= 0 ? rows.length - 1 : active - 1);
    } else if (isOpen && (key === 'PageDown' || key === 'PageUp')) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(rows.length - 1, active + (key === 'PageDown' ? 10 : -10))));
    } else if (key === 'Enter' && isOpen) {
      event.preventDefault();
      const row = rows[active] ?? (typed.trim() !== '' ? rows.find((item) => item.kind !== 'all') : undefined);
      if (row) pick(row);
    } else if (key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Backspace' && multiple && typed === '' && values.length > 0) {
      onChange(values.slice(0, -1));
    } else if (key === 'Tab') close();
  };
  /** Several pasted lines become several values. */
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    if (!multiple) return;
    const parts = event.clipboardData.getData('text').split(/[,;\n\r\t]+/).map((part) => part.trim()).filter(Boolean);
    const found = parts.flatMap((part) => options.find((option) => option.value === part || option.label === part)?.value ?? (creatable ? part : []));
    if (parts.length < 2 || found.length === 0) return;
    event.preventDefault();
    add(found);
  };

  const shownTags = multiple ? values.slice(0, MAX_TAGS) : [];
  const labelledBy = labelId ?? `${id}-label`;
  const describedBy = cx(error && `${id}-error`, description ? `${id}-description` : undefined) || undefined;
  return (
    <div className={cx('o-field', error && 'o-field--invalid', className)}>
      {!labelId && (
        <label id={labelledBy} htmlFor={id} className={cx('o-field__label', hideLabel && 'o-visually-hidden')}>
          {label}
        </label>
      )}
      <span className="o-anchor" ref={anchorRef}>
        <div className={cx('o-input', 'o-combobox', disabled && 'o-combobox--disabled')}>
          {shownTags.map((item) => (
            <Tag key={item} label={labelOf(item)} onRemove={disabled ? undefined : () => onChange(values.filter((other) => other !== item))} />
          ))}
          {values.length > shownTags.length && multiple && <span className="o-combobox__more">{text('more', { count: values.length - shownTags.length })}</span>}
          <input
            ref={input}
            id={id}
            role="combobox"
            type="text"
            autoComplete="off"
            spellCheck={false}
            className="o-combobox__input"
            aria-labelledby={labelledBy}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={isOpen && rows[active] ? `${id}-list-${active}` : undefined}
            disabled={disabled}
            // While the list is open the chosen label steps aside for what is typed.
            placeholder={single && isOpen ? single : values.length === 0 ? placeholder : undefined}
            value={isOpen || multiple ? typed : single}
            onChange={(event) => {
              open();
              search(event.target.value);
              setActive(event.target.value === '' ? -1 : 0);
            }}
            onClick={open}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
            onBlur={() => {
              if (isOpen) close();
            }}
          />
          {isLoading && <span className="o-spinner__ring" aria-hidden="true" />}
          {clearable && values.length > 0 && !disabled && (
            <IconButton
              icon="close"
              size="small"
              label={text('clear')}
              onClick={() => {
                onChange(multiple ? [] : null);
                input.current?.focus();
              }}
            />
          )}
          <Icon name="chevron-down" size={14} className="o-combobox__chevron" />
        </div>
        {isOpen && (
          <div ref={popupRef} className="o-popup o-combobox__popup">
            {rows.length > 0 ? (
              <OptionList id={`${id}-list`} label={label} rows={rows} active={active} selected={new Set(values)} multiple={multiple} onPick={pick} onHover={setActive} />
            ) : (
              <output id={`${id}-list`} className="o-combobox__empty">
                {text(isLoading ? 'loading' : 'noMatches')}
              </output>
            )}
          </div>
        )}
      </span>
      {error && (
        <p id={`${id}-error`} className="o-field__error" role="alert">
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className="o-field__description">
          {description}
        </p>
      )}
    </div>
  );
}
