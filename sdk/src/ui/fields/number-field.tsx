import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

/** @public */
export interface NumberFieldProps extends FieldProps {
  /** null is empty. */
  readonly value: number | null;
  onChange(value: number | null): void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

function parse(text: string): number | null {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
}

/** A number; what is being typed (`1.`, `-`) is kept until it means another number. @public */
export function NumberField({ value, onChange, min, max, step = 'any', placeholder, disabled, ...field }: NumberFieldProps): ReactNode {
  const [draft, setDraft] = useState(value === null ? '' : String(value));
  const shown = parse(draft) === value ? draft : value === null ? '' : String(value);
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="decimal"
          className="o-input o-input--number"
          value={shown}
          min={min}
          max={max}
          step={step}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event) => {
            setDraft(event.target.value);
            onChange(parse(event.target.value));
          }}
        />
      )}
    </Field>
  );
}
