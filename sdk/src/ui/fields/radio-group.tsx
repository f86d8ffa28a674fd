import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { SelectOption } from './select.tsx';

/** @public */
export interface RadioGroupProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  onChange(value: string): void;
  readonly orientation?: 'horizontal' | 'vertical';
  readonly hideLabel?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** One of a few, all of them visible. @public */
export function RadioGroup({ label, value, options, onChange, orientation = 'vertical', hideLabel, disabled, className }: RadioGroupProps): ReactNode {
  const name = useId();
  return (
    <fieldset className={cx('o-radio-group', `o-radio-group--${orientation}`, className)} disabled={disabled}>
      <legend className={cx('o-field__label', hideLabel && 'o-visually-hidden')}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="o-check__label">
          <input type="radio" name={name} value={option.value} checked={option.value === value} disabled={option.disabled} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
