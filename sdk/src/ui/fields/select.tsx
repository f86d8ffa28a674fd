import type { ReactNode } from 'react';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

/** @public */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** @public */
export interface SelectProps extends FieldProps {
  readonly value: string;
  readonly options: readonly SelectOption[];
  onChange(value: string): void;
  readonly disabled?: boolean;
  readonly name?: string;
}

/** One of a few, with the platform's own list. For many or searchable options see {@link Combobox}. @public */
export function Select({ value, options, onChange, disabled, name, ...field }: SelectProps): ReactNode {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} className="o-input o-select" value={value} disabled={disabled} name={name} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
